#pragma once

#include <functional>
#include <map>
#include <new>
#include <string>

#include "kernels/gpu/cuda_code.hpp"
#include "kernels/gpu/driver.hpp"

namespace warpshop::gpu::cuda {

/// An NVIDIA GPU through the CUDA runtime, which is linked in and loads the driver when first called.
class CudaDriver final : public Driver {
 public:
  /// device: as CUDA counts, from 0; codes: GPU code by the kernel's name. Throws DeviceError, of kind absent where
  /// there is no driver or no such device.
  CudaDriver(int device, std::map<std::string, CudaCode, std::less<>> codes);

  const Properties& properties() const override { return properties_; }
  Resources resources(const Code& code, Form form) override;

  std::byte* allocate(Space space, Bytes size) override;
  void release(Space space, std::byte* memory) noexcept override;

  StreamState* create_stream(int priority) override;
  void destroy_stream(StreamState* stream) noexcept override;
  void* native(StreamState* stream) const noexcept override { return stream; }
  EventState* create_event() override;
  void destroy_event(EventState* event) noexcept override;

  void copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
            Memory memory) override;
  void launch(StreamState* stream, const Launch& launch) override;
  void record(EventState* event, StreamState* stream) override;
  void wait(StreamState* stream, EventState* event) override;

  void synchronize(StreamState* stream) override;
  void synchronize(EventState* event) override;
  bool reached(EventState* event) override;
  Millis elapsed(EventState* from, EventState* to) override;

 private:
  static constexpr std::align_val_t kPageAlignment{4096};

  /// CUDA's choice of a device is one per thread.
  void use() const;
  const void* entry(const Code& code, Form form) const;

  int device_;
  std::map<std::string, CudaCode, std::less<>> codes_;
  Properties properties_;
};

}  // namespace warpshop::gpu::cuda
