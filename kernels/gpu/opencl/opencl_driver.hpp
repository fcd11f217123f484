#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "kernels/gpu/driver.hpp"
#include "kernels/gpu/opencl/opencl_api.hpp"
#include "kernels/gpu/opencl/opencl_program.hpp"

namespace warpshop::gpu::opencl {

/// A device through OpenCL: an AMD or Intel GPU, or a processor. Kernels in plain form alone: OpenCL does not say on
/// which SM a CTA runs, nor that what runs sees what the host writes.
///
/// A stream is a queue in order, an event a marker in it, and times are those that the device's own clock gives
/// commands. Device memory is shared virtual memory, of which the host uses nothing but the addresses.
class OpenclDriver final : public Driver {
 public:
  /// device: see find_device(). `api` outlives it. Throws DeviceError, of kind absent where there is no such device.
  OpenclDriver(const Api& api, int device, const Embedded& kernels);
  ~OpenclDriver() override;

  const Properties& properties() const override { return properties_; }
  /// Of the plain form; registers, and the CTAs that fit on an SM, are not known: 0.
  Resources resources(const Code& code, Form form) override;

  std::byte* allocate(Space space, Bytes size) override;
  void release(Space space, std::byte* memory) noexcept override;

  StreamState* create_stream(int priority) override;
  void destroy_stream(StreamState* stream) noexcept override;
  void* native(StreamState* stream) const noexcept override;
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
  using Lock = std::unique_lock<std::mutex>;
  struct Stream;
  struct Mark;
  struct Kernel {
    Owned<cl_kernel> kernel;
    std::uint64_t knows = 0;  ///< the changes_ of which it has been told
  };

  static Stream& own(StreamState* stream) { return *reinterpret_cast<Stream*>(stream); }
  static Mark& own(EventState* event) { return *reinterpret_cast<Mark*>(event); }

  /// Throws DeviceError of kind lost.
  void check_there(const char* asked) const;
  /// As check(), and remembers that the device is lost.
  void check(cl_int code, const char* call, const std::string& asked);
  [[noreturn]] void lose(const std::string& problem, const char* told_at);

  Kernel& kernel(const Code& code);
  void tell_of_memory(Kernel& kernel);
  std::byte* allocate_on_device(std::size_t size, const std::string& asked);
  std::byte* allocate_pinned(std::size_t size, const std::string& asked);
  /// What the queue has been given starts now; `event` is the last of its commands.
  void submitted(Stream& stream, cl_event event, const char* asked);
  /// Until the event has been reached, without holding up other threads.
  void await(Lock& lock, cl_event event, const char* asked);
  /// CL_COMPLETE, or what it still is before that.
  cl_int status(cl_event event, const char* asked);

  const Api& api_;
  cl_device_id device_;
  Properties properties_;
  Owned<cl_context> context_;
  Owned<cl_program> program_;
  Owned<cl_command_queue> mapping_;  ///< for pinned memory
  std::mutex mutex_;
  std::map<std::string, Kernel, std::less<>> kernels_;
  std::map<std::byte*, void*> on_device_;  ///< as given out, as OpenCL knows it
  std::uint64_t changes_ = 1;              ///< of on_device_
  std::map<std::byte*, cl_mem> pinned_;
  std::string lost_;  ///< why; empty: it is there
};

}  // namespace warpshop::gpu::opencl
