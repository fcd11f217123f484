#pragma once

#include <utility>

#include "kernels/gpu/device.hpp"

namespace warpshop::gpu {

/// A point in a stream that others wait for, and whose time is taken. Move-only.
class Event {
 public:
  explicit Event(const Device& device) : device_(device), state_(device.driver().create_event()) {}
  Event(Event&& other) noexcept : device_(std::move(other.device_)), state_(std::exchange(other.state_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(state_, other.state_);
    return *this;
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() {
    if (state_ != nullptr) {
      device_.driver().destroy_event(state_);
    }
  }

  /// Waits here until the event is reached. Throws DeviceError if what it stands behind failed.
  void synchronize() const { device_.driver().synchronize(state_); }
  bool reached() const { return device_.driver().reached(state_); }

  EventState* state() const { return state_; }
  const Device& device() const { return device_; }

 private:
  Device device_;
  EventState* state_;
};

/// Time between two events of one device that have been reached. Throws DeviceError.
inline Millis elapsed(const Event& from, const Event& to) {
  return from.device().driver().elapsed(from.state(), to.state());
}

}  // namespace warpshop::gpu
