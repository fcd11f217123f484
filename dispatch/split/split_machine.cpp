#include "dispatch/split/split_machine.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {
namespace {

using Clock = std::chrono::steady_clock;

/// Waits for the threads that have been started, whatever happens.
class Threads {
 public:
  explicit Threads(std::size_t most) { threads_.reserve(most); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  template <class Function>
  void start(Function&& function) {
    threads_.push_back(kernels::start_thread(std::forward<Function>(function)));
  }
  void join() {
    for (std::thread& thread : threads_) {
      thread.join();
    }
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

std::size_t room(Bytes size) {
  return static_cast<std::size_t>(size.count);
}

}  // namespace

SplitMachine::SplitMachine(const gpu::Device& device, const kernels::Kernel& kernel, std::int64_t iterations,
                           unsigned threads, std::uint64_t seed)
    : kernel_(kernel),
      seed_(seed),
      host_input_(device, gpu::Space::pinned, kernel.layout(iterations * kernel.unit).input),
      host_output_(device, gpu::Space::pinned, kernel.layout(iterations * kernel.unit).output),
      input_(device, gpu::Space::device, host_input_.size()),
      output_(device, gpu::Space::device, host_output_.size()),
      stream_(device),
      pieces_(threads) {}

SplitTimes SplitMachine::step(const SplitParts& parts) {
  prepare(parts);
  const std::int64_t on_gpu = parts.gpu * kernel_.unit;
  const auto start = Clock::now();
  const auto passed = [start] { return Millis(Clock::now() - start); };
  SplitTimes times;
  {
    Threads threads(pieces_.size());
    if (on_gpu > 0) {
      submit(on_gpu);
    }
    for (Piece& piece : pieces_) {
      if (piece.elements > 0) {
        threads.start([this, &piece, passed] {
          kernel_.reference(piece.input, piece.output, piece.elements);
          piece.end = passed();
        });
      }
    }
    if (on_gpu > 0) {
      stream_.synchronize();
      times.gpu = passed();
    }
    threads.join();
  }
  for (const Piece& piece : pieces_) {
    times.cpu = std::max(times.cpu, piece.end);
  }
  if (checked_ && on_gpu > 0) {
    hold_against_cpu(on_gpu);
  }
  return times;
}

/// Iterations of the CPU are dealt to threads as evenly as they go.
void SplitMachine::prepare(const SplitParts& parts) {
  const auto threads = static_cast<std::int64_t>(pieces_.size());
  std::uint64_t seed = seed_;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    Piece& piece = pieces_[static_cast<std::size_t>(thread)];
    const std::int64_t iterations = parts.cpu / threads + (thread < parts.cpu % threads ? 1 : 0);
    piece.elements = iterations * kernel_.unit;
    piece.end = Millis{0};
    if (piece.elements > 0) {
      const kernels::Layout layout = kernel_.layout(piece.elements);
      piece.input.resize(room(layout.input));
      piece.output.resize(room(layout.output));
      kernel_.fill(piece.input, piece.elements, ++seed);
    }
  }
  if (parts.gpu > 0) {
    const std::int64_t elements = parts.gpu * kernel_.unit;
    kernel_.fill(host_input_.bytes().first(room(kernel_.layout(elements).input)), elements, ++seed);
  }
}

void SplitMachine::submit(std::int64_t elements) const {
  const kernels::Layout layout = kernel_.layout(elements);
  stream_.copy(input_, host_input_, layout.input);
  stream_.launch(kernel_.code, kernel_.bind(input_.data(), output_.data(), elements), layout.subtasks);
  stream_.copy(host_output_, output_, layout.output);
}

void SplitMachine::hold_against_cpu(std::int64_t elements) {
  const kernels::Layout layout = kernel_.layout(elements);
  std::vector<std::byte> expected(room(layout.output));
  kernel_.reference(host_input_.bytes().first(room(layout.input)), expected, elements);
  const double error = kernel_.error(expected, host_output_.bytes().first(expected.size()));
  correct_ = correct_ && error <= kernel_.tolerance;
}

MeasuredCpu measured_cpu(SplitMachine& machine, const kernels::Kernel& kernel, std::int64_t iterations,
                         unsigned threads) {
  constexpr std::int64_t kPart = 8;
  const std::int64_t few = std::max<std::int64_t>(iterations / kPart, 1);
  const std::int64_t many = iterations;
  const auto time = [&](std::int64_t n) {
    std::array<double, 3> times{};
    for (double& each : times) {
      each = machine.step({.cpu = n, .gpu = 0}).cpu.count();
    }
    std::sort(times.begin(), times.end());
    return times[1];
  };
  const double short_time = time(few);
  const double long_time = time(many);
  const auto more = static_cast<double>(many - few);
  // A line with a start below 0, or none at all, is one through the longer time alone.
  double slope = more > 0 ? (long_time - short_time) / more : 0;
  double start = long_time - slope * static_cast<double>(many);
  if (!(slope > 0 && start >= 0)) {
    slope = long_time / static_cast<double>(many);
    start = 0;
  }
  constexpr double kMillisPerSecond = 1000;
  return {.per_thread = {kMillisPerSecond * static_cast<double>(kernel.unit) / slope / threads},
          .overhead = Millis{start}};
}

}  // namespace warpshop::dispatch
