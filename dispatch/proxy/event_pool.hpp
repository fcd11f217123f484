#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "dispatch/submit/submitted_task.hpp"
#include "kernels/gpu/device.hpp"

namespace warpshop::dispatch {

/// Recycles pairs of events. May be used by any thread; outlives what it hands out.
class EventPool {
 public:
  explicit EventPool(gpu::Device device) : device_(std::move(device)) {}
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;
  ~EventPool() = default;

  /// Comes back when the last one lets go of it. Throws DeviceError.
  std::shared_ptr<CommandEvents> take() {
    std::unique_ptr<CommandEvents> events;
    {
      const std::scoped_lock lock(mutex_);
      if (!kept_.empty()) {
        events = std::move(kept_.back());
        kept_.pop_back();
      }
    }
    if (!events) {
      events = std::make_unique<CommandEvents>(device_);
    }
    return {events.release(), [this](CommandEvents* back) { keep(std::unique_ptr<CommandEvents>(back)); }};
  }

 private:
  /// Where there is no memory to keep them in, they go.
  void keep(std::unique_ptr<CommandEvents> events) noexcept {
    const std::scoped_lock lock(mutex_);
    try {
      kept_.push_back(std::move(events));
    } catch (const std::bad_alloc&) {
      events.reset();
    }
  }

  gpu::Device device_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<CommandEvents>> kept_;
};

}  // namespace warpshop::dispatch
