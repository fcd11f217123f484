#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "kernels/gpu/buffer.hpp"
#include "kernels/gpu/device.hpp"
#include "kernels/gpu/event.hpp"

namespace warpshop::gpu {

/// A queue of work of a device, done in the order of submission. Move-only. Everything but synchronize() only submits
/// (a copy of pageable memory may take its time); all throw DeviceError, the destructor waits and does not.
class Stream {
 public:
  explicit Stream(const Device& device) : device_(device), state_(device.driver().create_stream()) {}
  Stream(Stream&& other) noexcept : device_(std::move(other.device_)), state_(std::exchange(other.state_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(state_, other.state_);
    return *this;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (state_ != nullptr) {
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
  void synchronize() const { device_.driver().synchronize(state_); }

  const Device& device() const { return device_; }
  StreamState* state() const { return state_; }
  /// For kernels that are launched by other means: a cudaStream_t on a GPU, nothing of use on the host backend.
  void* native() const { return device_.driver().native(state_); }

 private:
  Device device_;
  StreamState* state_;
};

}  // namespace warpshop::gpu
