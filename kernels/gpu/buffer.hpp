#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "kernels/gpu/device.hpp"

namespace warpshop::gpu {

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
    if (memory_ != nullptr) {
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

}  // namespace warpshop::gpu
