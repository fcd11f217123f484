#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

#include "dispatch/proxy/proxy.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::test {

constexpr BytesPerSecond kFast{5e9};
constexpr Millis kShort{0.005};

/// A host backend whose copies take microseconds.
inline gpu::Device fast_device(const gpu::host::Faults& faults = {}, Bytes memory = Bytes{64 << 20}) {
  constexpr gpu::host::LinkSpeed kSpeed{kShort, kFast, kFast, kFast};
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{
      .sms = 2, .memory = memory, .link = {{{{kSpeed, kSpeed}}, {{kSpeed, kSpeed}}}}, .faults = faults}));
}

inline Device fast_profile(Millis invocation = Millis{0.01}) {
  Device profile;
  profile.name = "fast host";
  for (auto& memory : profile.transfers) {
    memory.fill({.latency = kShort, .alone = kFast, .duplex = kFast, .mixed = kFast, .points = {}});
  }
  profile.kernels["vector_add"] = {.per_element = Millis{1e-6}, .invocation = invocation};
  return profile;
}

/// The lot as it was chosen.
inline Plan as_chosen(const Instance& instance) {
  Plan plan;
  plan.order.resize(instance.size());
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  return plan;
}

inline Plan by_neh_gpu(const Instance& instance) {
  return order::find_policy("neh-gpu").plan(instance, {}).plan;
}

/// Tasks that add vectors, in host memory of their own.
class Additions {
 public:
  Additions(const gpu::Device& device, std::size_t tasks, std::int64_t elements = 256,
            gpu::Space space = gpu::Space::pinned)
      : elements_(elements),
        layout_(kernel_.layout(elements)),
        input_(device, space, Bytes{layout_.input.count * static_cast<std::int64_t>(tasks)}),
        output_(device, space, Bytes{layout_.output.count * static_cast<std::int64_t>(tasks)}) {
    for (std::size_t i = 0; i < tasks; ++i) {
      kernel_.fill(input(i), elements, i);
    }
    std::ranges::fill(output_.bytes(), std::byte{0});
  }

  dispatch::ProxyTask task(std::size_t i) const {
    const auto launch = [&kernel = kernel_, elements = elements_](const gpu::Stream& stream, std::byte* input,
                                                                  std::byte* output) {
      stream.launch(kernel.code, kernel.bind(input, output, elements), kernel.layout(elements).subtasks);
    };
    const Memory memory = input_.space() == gpu::Space::pinned ? Memory::pinned : Memory::pageable;
    return {.h2d = dispatch::CopyIn{input(i), memory},
            .launch = launch,
            .kernel = KernelCall{"vector_add", elements_},
            .d2h = dispatch::CopyOut{output(i), memory}};
  }

  bool correct(std::size_t i) const {
    std::vector<std::byte> expected(static_cast<std::size_t>(layout_.output.count));
    kernel_.reference(input(i), expected, elements_);
    return std::ranges::equal(expected, output(i));
  }

 private:
  static std::span<std::byte> part(const gpu::Buffer& all, Bytes size, std::size_t i) {
    const auto bytes = static_cast<std::size_t>(size.count);
    return all.bytes().subspan(i * bytes, bytes);
  }
  std::span<std::byte> input(std::size_t i) const { return part(input_, layout_.input, i); }
  std::span<std::byte> output(std::size_t i) const { return part(output_, layout_.output, i); }

  const kernels::Kernel& kernel_ = *kernels::find("vector_add");
  std::int64_t elements_;
  kernels::Layout layout_;
  gpu::Buffer input_, output_;
};

/// What callbacks were told, in that order.
class Heard {
 public:
  std::function<void(const dispatch::Outcome&)> callback() {
    return [this](const dispatch::Outcome& outcome) {
      const std::scoped_lock lock(mutex_);
      outcomes_.push_back(outcome);
    };
  }
  std::vector<dispatch::Outcome> all() const {
    const std::scoped_lock lock(mutex_);
    return outcomes_;
  }
  std::size_t count(dispatch::Outcome::Kind kind) const {
    const auto outcomes = all();
    return static_cast<std::size_t>(
        std::ranges::count_if(outcomes, [&](const dispatch::Outcome& outcome) { return outcome.kind == kind; }));
  }
  /// Of that task, which was told once.
  dispatch::Outcome of(dispatch::TaskId id) const {
    for (const dispatch::Outcome& outcome : all()) {
      if (outcome.id == id) {
        return outcome;
      }
    }
    throw std::logic_error("nothing was heard of the task");
  }

 private:
  mutable std::mutex mutex_;
  std::vector<dispatch::Outcome> outcomes_;
};

/// A kernel alone that holds the thread that submits, from being begun until it is let go.
class Plug {
 public:
  dispatch::ProxyTask task() {
    return {.launch = [this](const gpu::Stream&, std::byte*, std::byte*) {
      std::unique_lock lock(mutex_);
      begun_ = true;
      changed_.notify_all();
      changed_.wait(lock, [this] { return open_; });
    }};
  }
  void await_begin() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return begun_; });
  }
  void pull() {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool begun_ = false, open_ = false;
};

/// A kernel alone that does nothing but `note` that it is submitted.
template <class Note>
dispatch::ProxyTask noting(Note note) {
  return {.launch = [note](const gpu::Stream&, std::byte*, std::byte*) { note(); }};
}

}  // namespace warpshop::test
