#pragma once

#include <memory>
#include <utility>

#include "dispatch/proxy/proxy_entry.hpp"

namespace warpshop::dispatch {

/// Turns events into times since its start, by the device's clock. Elapsed times are exact to about 1e-7 of themselves
/// on a GPU, so it counts from an event of the last second.
class DeviceClock {
 public:
  /// Starts now; waits for the stream. range: how far it counts from one event. Throws DeviceError.
  DeviceClock(const gpu::Stream& stream, std::shared_ptr<CommandEvents> events, Millis range = Millis{1000})
      : range_(range), anchor_(std::move(events)) {
    stream.record(anchor_->end);
    anchor_->end.synchronize();
    start_ = Clock::now();
  }

  /// Throws DeviceError. Requires an event that has been reached.
  Millis at(const gpu::Event& event) const { return anchored_ + gpu::elapsed(anchor_->end, event); }
  Millis at(Clock::time_point time) const { return time - start_; }

  /// `now` is the time of the end of `events`, which it keeps if they are worth it.
  void follow(const std::shared_ptr<CommandEvents>& events, Millis now) {
    if (now > anchored_ + range_) {
      anchor_ = events;
      anchored_ = now;
    }
  }

 private:
  Millis range_;
  std::shared_ptr<CommandEvents> anchor_;
  Millis anchored_{0};
  Clock::time_point start_;
};

}  // namespace warpshop::dispatch
