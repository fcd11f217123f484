#include "calibrate/opposing_copies.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/start_thread.hpp"

namespace warpshop::calibrate {
namespace {

// Much longer than the copy that is measured beside it, whatever the two do to each other.
constexpr double kOpposingRatio = 4;
constexpr double kLeadRatio = 0.3;
constexpr double kLeadInPart = 1.0 / 16;  // of the copy behind it
constexpr double kMargin = 0.9;           // of the largest copy

struct TimedCopy {
  explicit TimedCopy(const gpu::Device& device) : start(device), end(device) {}

  void submit(const CopyStream& copies, Bytes size) const {
    copies.gpu_stream().record(start);
    copies.submit(size);
    copies.gpu_stream().record(end);
  }
  Span since(const gpu::Event& origin) const {
    return {.start = gpu::elapsed(origin, start), .end = gpu::elapsed(origin, end)};
  }

  gpu::Event start, end;
};

/// A thread that submits something; it is running by the time the constructor returns, for a new thread may have to
/// wait a while for a processor.
class SubmittingThread {
 public:
  explicit SubmittingThread(const std::function<void()>& submit)
      : thread_(kernels::start_thread([this, submit] {
          running_.store(true);
          running_.notify_one();
          try {
            submit();
          } catch (...) {
            failure_ = std::current_exception();
          }
        })) {
    running_.wait(false);
  }
  SubmittingThread(const SubmittingThread&) = delete;
  SubmittingThread& operator=(const SubmittingThread&) = delete;
  ~SubmittingThread() {
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  /// Waits until it has submitted. Throws what that threw.
  void finish() {
    thread_.join();
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  std::atomic<bool> running_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

Bytes scaled(Bytes size, double factor) {
  return Bytes{std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(size.count) * factor))};
}

/// The size of a copy that takes as long alone as `time`, latency aside.
Bytes size_for(const KnownCopies& copies, Millis time) {
  return Bytes{std::max<std::int64_t>(
      1, static_cast<std::int64_t>(copies.model.alone->value * std::chrono::duration<double>(time).count()))};
}

}  // namespace

Overlap run_both(const Options& options, const CopyStream& first, Bytes first_size, const CopyStream& second,
                 Bytes second_size, Millis delay, std::optional<Bytes> lead_in) {
  const gpu::Device& device = first.gpu_stream().device();
  const gpu::Event origin(device);
  const TimedCopy first_copy(device);
  const TimedCopy second_copy(device);
  const auto submit_second = [&] {
    options.wait(delay);
    if (lead_in) {
      second.lead_in(*lead_in);
    }
    second_copy.submit(second, second_size);
  };
  first.gpu_stream().record(origin);
  origin.synchronize();
  if (first.memory() == Memory::pinned) {
    first_copy.submit(first, first_size);
    submit_second();
  } else {
    SubmittingThread submitter([&] { first_copy.submit(first, first_size); });
    submit_second();
    submitter.finish();
  }
  first.gpu_stream().synchronize();
  second.gpu_stream().synchronize();
  return {.first = first_copy.since(origin), .second = second_copy.since(origin)};
}

PairOverlap measure_pair(Meter& meter, const KnownCopies& first, const KnownCopies& second, const std::string& name) {
  const Millis time = std::min(first.time_alone(first.largest), second.time_alone(second.largest)) / 2;
  const Bytes first_size = std::min(size_for(first, time), first.largest);
  const Bytes second_size = std::min(size_for(second, time), second.largest);
  const Millis first_alone =
      meter.measure(name + ", the first alone", [&] { return first.stream.time_alone(first_size); }).median;
  const Millis second_alone =
      meter.measure(name + ", the second alone", [&] { return second.stream.time_alone(second_size); }).median;
  std::vector<double> stretches;
  const Measured time_of_both = meter.measure(name, [&] {
    const Overlap both = run_both(meter.options(), first.stream, first_size, second.stream, second_size, Millis{0});
    const Millis start = std::min(both.first.start, both.second.start);
    const bool first_ended = both.first.end < both.second.end;
    stretches.push_back(first_ended ? (both.first.end - start) / first_alone - 1
                                    : (both.second.end - start) / second_alone - 1);
    return std::max(both.first.end, both.second.end) - start;
  });
  const auto saved = [&](Millis both) {
    return std::clamp((first_alone + second_alone - both) / std::min(first_alone, second_alone), 0.0, 1.0);
  };
  return {.saved = saved(time_of_both.median),
          .most_saved = saved(Millis{time_of_both.interval.low}),
          .stretch = std::clamp(stats::median(stretches), 0.0, 1.0)};
}

std::optional<Beside> measure_beside(Meter& meter, const KnownCopies& copies, const KnownCopies& opposing,
                                     const std::string& name) {
  const Bytes opposing_size = scaled(opposing.largest, kMargin);
  const Millis opposing_time = opposing.time_alone(opposing_size);
  const Bytes size = std::min(size_for(copies, opposing_time / kOpposingRatio), scaled(copies.largest, kMargin));
  const Millis lead = std::min(opposing_time * kLeadRatio, Millis{20});
  const auto measured = meter.try_measure(name, [&]() -> std::optional<Millis> {
    const Overlap both =
        run_both(meter.options(), opposing.stream, opposing_size, copies.stream, size, lead, scaled(size, kLeadInPart));
    const bool throughout = both.first.start <= both.second.start && both.second.end <= both.first.end;
    return throughout ? std::optional{both.second.end - both.second.start} : std::nullopt;
  });
  if (!measured || measured->median <= *copies.model.latency) {
    return std::nullopt;
  }
  // Relative to alone at this size, then as that part of the flat bandwidth, as the model applies it.
  const Millis payload_alone = size / copies.model.alone_at(size);
  const auto speed = [&](double milliseconds) {
    return payload_alone.count() / (milliseconds - copies.model.latency->count());
  };
  const double median = speed(measured->median.count());
  const double lowest = std::max(measured->interval.low, copies.model.latency->count() + payload_alone.count() / 2);
  return Beside{.bandwidth = {copies.model.alone->value * median},
                .confidence = {.low = std::min(1.0, speed(measured->interval.high) / median),
                               .high = std::max(1.0, speed(lowest) / median),
                               .samples = static_cast<std::int64_t>(measured->samples)}};
}

}  // namespace warpshop::calibrate
