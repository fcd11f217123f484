#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "dispatch/engine_order.hpp"
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
    return {events.release(), [this](CommandEvents* back) {
              const std::scoped_lock lock(mutex_);
              kept_.emplace_back(back);
            }};
  }

 private:
  gpu::Device device_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<CommandEvents>> kept_;
};

}  // namespace warpshop::dispatch
