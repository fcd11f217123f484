#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "kernels/gpu/driver.hpp"

// Handles of a device and of what is made from it: Device, Buffer, Event, Stream. Each releases what it holds.

namespace warpshop::gpu {

/// A device that is open; copies share it. Everything made from it keeps it open.
class Device {
 public:
  explicit Device(std::shared_ptr<Driver> driver) : driver_(std::move(driver)) {}

  const Properties& properties() const { return driver_->properties(); }
  /// What one form of a kernel takes, and how many of its CTAs fit into an SM. Throws DeviceError.
  Resources resources(const Code& code, Form form) const { return driver_->resources(code, form); }

  Driver& driver() const { return *driver_; }

  /// Driver::abandon(); the driver lives until the process ends. Throws DeviceError of kind hangs, with that text.
  [[noreturn]] void abandon(const std::string& why) const;

 private:
  std::shared_ptr<Driver> driver_;
};

/// Memory of a device, or of the host, pinned or not. Move-only; the one who moves away is empty.
class Buffer {
 public:
  /// size > 0; contents are undefined. Throws DeviceError: out of memory.
  Buffer(const Device& device, Space space, Bytes size)
      : device_(device), space_(space), size_(size), memory_(device.driver().allocate(space, size)) {}
  Buffer(Buffer&& other) noexcept
      : device_(std::move(other.device_)),
        space_(other.space_),
        size_(std::exchange(other.size_, Bytes{})),
        memory_(std::exchange(other.memory_, nullptr)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(space_, other.space_);
    std::swap(size_, other.size_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (memory_ != nullptr && !device_.driver().abandoned()) {
      device_.driver().release(space_, memory_);
    }
  }

  const Device& device() const { return device_; }
  Space space() const { return space_; }
  Bytes size() const { return size_; }
  /// For launches and copies; that of a device buffer is not to be read or written here.
  std::byte* data() const { return memory_; }
  /// Host memory. Requires space() != Space::device.
  std::span<std::byte> bytes() const { return {memory_, static_cast<std::size_t>(size_.count)}; }

 private:
  Device device_;
  Space space_;
  Bytes size_;
  std::byte* memory_;
};

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
    if (state_ != nullptr && !device_.driver().abandoned()) {
      device_.driver().destroy_event(state_);
    }
  }

  /// Waits here until the event is reached. Throws DeviceError if what it stands behind failed.
  void synchronize() const;
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

/// A queue of work of a device, done in the order of submission. Move-only. Everything but synchronize() only submits
/// (a copy of pageable memory may take its time); all throw DeviceError, the destructor waits and does not.
class Stream {
 public:
  /// priority: see Driver::create_stream().
  explicit Stream(const Device& device, int priority = 0)
      : device_(device), state_(device.driver().create_stream(priority)) {}
  Stream(Stream&& other) noexcept : device_(std::move(other.device_)), state_(std::exchange(other.state_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(state_, other.state_);
    return *this;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (state_ != nullptr && !device_.driver().abandoned()) {
      device_.driver().destroy_stream(state_);
    }
  }

  /// Copies the first `size` bytes between a host and a device buffer; which is which gives the direction.
  /// size ≤ the size of both.
  void copy(const Buffer& to, const Buffer& from, Bytes size) const;
  void copy(const Buffer& to, const Buffer& from) const { copy(to, from, std::min(to.size(), from.size())); }

  /// The plain form: `subtasks` CTAs.
  void launch(const Code& code, const Arguments& arguments, std::uint32_t subtasks) const;
  /// The persistent form: `ctas` CTAs that take subtasks from `control`.
  void launch(const Code& code, const Arguments& arguments, std::uint32_t ctas, const Control& control) const;

  void record(const Event& event) const { device_.driver().record(event.state(), state_); }
  void wait(const Event& event) const { device_.driver().wait(state_, event.state()); }
  void synchronize() const;

  const Device& device() const { return device_; }
  StreamState* state() const { return state_; }
  /// For kernels that are launched by other means: a cudaStream_t on a GPU, nothing of use on the host backend.
  void* native() const { return device_.driver().native(state_); }

 private:
  Device device_;
  StreamState* state_;
};

}  // namespace warpshop::gpu
