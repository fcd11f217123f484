#include "kernels/gpu/opencl/opencl_driver.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "kernels/gpu/opencl/opencl_device.hpp"
#include "sim/model/error.hpp"

namespace warpshop::gpu::opencl {
namespace {

constexpr std::align_val_t kPageAlignment{4096};
constexpr std::uintptr_t kDeviceAlignment = 256;  // what kernels ask for; OpenCL need not give more than 128
constexpr std::size_t kRoomOfArguments = 128;     // RawArguments in opencl_entry.clh

Owned<cl_context> make_context(const Api& api, cl_device_id device) {
  cl_int code = CL_SUCCESS;
  Owned<cl_context> context(api.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code), api.clReleaseContext);
  check(code, "clCreateContext", "open the device");
  return context;
}

cl_command_queue make_queue(const Api& api, cl_context context, cl_device_id device) {
  constexpr std::array<cl_queue_properties, 3> kProfiled{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = api.clCreateCommandQueueWithProperties(context, device, kProfiled.data(), &code);
  check(code, "clCreateCommandQueueWithProperties", "create a stream");
  return queue;
}

/// An argument of no size would be refused.
std::size_t shared_memory_of(const Code& code) {
  return static_cast<std::size_t>(std::max<std::int64_t>(code.shared_memory.count, 1));
}

void refuse_persistent(const Code& code) {
  throw DeviceError("kernel " + std::string(code.name) + ": the OpenCL backend has no persistent kernels");
}

}  // namespace

/// last: of its commands; null: none yet.
struct OpenclDriver::Stream {
  cl_command_queue queue;
  cl_event last = nullptr;
};

/// event: of the recording before; null: never recorded.
struct OpenclDriver::Mark {
  cl_event event = nullptr;
};

OpenclDriver::OpenclDriver(const Api& api, int device, const Embedded& kernels)
    : api_(api),
      device_(find_device(api, device)),
      properties_(properties_of(api, device_, device)),
      context_(make_context(api, device_)),
      program_(build_kernels(api, context_.get(), device_, kernels)),
      mapping_(make_queue(api, context_.get(), device_), api.clReleaseCommandQueue) {}

/// A device that is lost is given nothing more to do, giving back included, which may wait for it.
OpenclDriver::~OpenclDriver() {
  if (!lost_.empty()) {
    for (auto& [name, kernel] : kernels_) {
      static_cast<void>(kernel.kernel.release());
    }
    static_cast<void>(mapping_.release());
    static_cast<void>(program_.release());
    static_cast<void>(context_.release());
  }
}

void OpenclDriver::check_there(const char* asked) const {
  if (!lost_.empty()) {
    throw DeviceError(lost_ + "; told at: " + asked, DeviceError::Kind::lost);
  }
}

void OpenclDriver::lose(const std::string& problem, const char* told_at) {
  lost_ = "a command that was under way failed: " + problem;
  check_there(told_at);
  std::abort();
}

void OpenclDriver::check(cl_int code, const char* call, const std::string& asked) {
  try {
    opencl::check(code, call, asked);
  } catch (const DeviceError& error) {
    if (error.kind() == DeviceError::Kind::lost) {
      lost_ = error.what();
    }
    throw;
  }
}

/// One for each name, as arguments are a part of it; under the lock until it has been submitted.
OpenclDriver::Kernel& OpenclDriver::kernel(const Code& code) {
  const auto found = kernels_.find(code.name);
  if (found != kernels_.end()) {
    return found->second;
  }
  const std::string name{code.name};
  cl_int result = CL_SUCCESS;
  Owned<cl_kernel> made(api_.clCreateKernel(program_.get(), name.c_str(), &result), api_.clReleaseKernel);
  if (result == CL_INVALID_KERNEL_NAME) {
    throw DeviceError("kernel " + name + " was not compiled for OpenCL");
  }
  check(result, "clCreateKernel", "kernel " + name);
  return kernels_.emplace(name, Kernel{std::move(made)}).first->second;
}

/// Which memory it may find pointers to.
void OpenclDriver::tell_of_memory(Kernel& kernel) {
  if (kernel.knows == changes_) {
    return;
  }
  std::vector<void*> all;
  all.reserve(on_device_.size());
  for (const auto& [given, known] : on_device_) {
    all.push_back(known);
  }
  if (!all.empty()) {
    check(api_.clSetKernelExecInfo(kernel.kernel.get(), CL_KERNEL_EXEC_INFO_SVM_PTRS, all.size() * sizeof(void*),
                                   all.data()),
          "clSetKernelExecInfo", "launch");
  }
  kernel.knows = changes_;
}

Resources OpenclDriver::resources(const Code& code, Form form) {
  const Lock lock(mutex_);
  check_there("resources of a kernel");
  if (form == Form::persistent) {
    refuse_persistent(code);
  }
  kernel(code);
  return {.threads = code.threads, .shared_memory = code.shared_memory};
}

std::byte* OpenclDriver::allocate(Space space, Bytes size) {
  const Lock lock(mutex_);
  check_there("allocate");
  const auto bytes = static_cast<std::size_t>(size.count);
  const std::string asked = "allocate " + std::to_string(size.count) + " B";
  switch (space) {
    case Space::device:
      return allocate_on_device(bytes, asked + " on the device");
    case Space::pinned:
      return allocate_pinned(bytes, asked + " of pinned memory");
    case Space::mapped:
      throw DeviceError(asked + ": the OpenCL backend has no mapped memory");
    case Space::pageable:
      break;
  }
  void* const memory = ::operator new(bytes, kPageAlignment, std::nothrow);
  if (memory == nullptr) {
    throw DeviceError(asked + " of pageable memory: out of memory");
  }
  return static_cast<std::byte*>(memory);
}

std::byte* OpenclDriver::allocate_on_device(std::size_t size, const std::string& asked) {
  std::size_t room = size + kDeviceAlignment;
  void* const memory = api_.clSVMAlloc(context_.get(), CL_MEM_READ_WRITE, room, 0);
  void* aligned = memory;
  if (memory == nullptr || std::align(kDeviceAlignment, size, aligned, room) == nullptr) {
    throw DeviceError(asked + ": clSVMAlloc: out of memory");
  }
  on_device_.emplace(static_cast<std::byte*>(aligned), memory);
  ++changes_;
  return static_cast<std::byte*>(aligned);
}

/// What OpenCL copies fastest: memory that the driver chose itself, and that stays mapped.
std::byte* OpenclDriver::allocate_pinned(std::size_t size, const std::string& asked) {
  cl_int code = CL_SUCCESS;
  Owned<cl_mem> buffer(
      api_.clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, nullptr, &code),
      api_.clReleaseMemObject);
  check(code, "clCreateBuffer", asked);
  void* const memory = api_.clEnqueueMapBuffer(mapping_.get(), buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                               size, 0, nullptr, nullptr, &code);
  check(code, "clEnqueueMapBuffer", asked);
  pinned_.emplace(static_cast<std::byte*>(memory), buffer.get());
  static_cast<void>(buffer.release());
  return static_cast<std::byte*>(memory);
}

// What fails while something is given back has been reported by the call that failed, or does no harm.
void OpenclDriver::release(Space space, std::byte* memory) noexcept {
  if (space == Space::pageable) {
    ::operator delete(memory, kPageAlignment);
    return;
  }
  const Lock lock(mutex_);
  if (!lost_.empty()) {
    return;
  }
  if (const auto found = on_device_.find(memory); found != on_device_.end()) {
    api_.clSVMFree(context_.get(), found->second);
    on_device_.erase(found);
    ++changes_;
  } else if (const auto mapped = pinned_.find(memory); mapped != pinned_.end()) {
    api_.clEnqueueUnmapMemObject(mapping_.get(), mapped->second, memory, 0, nullptr, nullptr);
    api_.clFinish(mapping_.get());
    api_.clReleaseMemObject(mapped->second);
    pinned_.erase(mapped);
  }
}

StreamState* OpenclDriver::create_stream(int /*priority*/) {
  const Lock lock(mutex_);
  check_there("create a stream");
  return reinterpret_cast<StreamState*>(new Stream{make_queue(api_, context_.get(), device_)});
}

void OpenclDriver::destroy_stream(StreamState* stream) noexcept {
  const std::unique_ptr<Stream> given(&own(stream));
  {
    const Lock lock(mutex_);
    if (!lost_.empty()) {
      return;
    }
  }
  api_.clFinish(given->queue);
  if (given->last != nullptr) {
    api_.clReleaseEvent(given->last);
  }
  api_.clReleaseCommandQueue(given->queue);
}

void* OpenclDriver::native(StreamState* stream) const noexcept {
  return own(stream).queue;
}

EventState* OpenclDriver::create_event() {
  const Lock lock(mutex_);
  check_there("create an event");
  return reinterpret_cast<EventState*>(new Mark);
}

void OpenclDriver::destroy_event(EventState* event) noexcept {
  const std::unique_ptr<Mark> given(&own(event));
  const Lock lock(mutex_);
  if (lost_.empty() && given->event != nullptr) {
    api_.clReleaseEvent(given->event);
  }
}

void OpenclDriver::submitted(Stream& stream, cl_event event, const char* asked) {
  cl_event before = std::exchange(stream.last, event);
  if (before != nullptr) {
    api_.clReleaseEvent(before);
  }
  check(api_.clFlush(stream.queue), "clFlush", asked);
}

void OpenclDriver::copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction /*direction*/,
                        Memory memory) {
  Lock lock(mutex_);
  check_there("copy");
  Stream& given = own(stream);
  cl_event event = nullptr;
  check(api_.clEnqueueSVMMemcpy(given.queue, CL_FALSE, to, from, static_cast<std::size_t>(size.count), 0, nullptr,
                                &event),
        "clEnqueueSVMMemcpy", "copy");
  submitted(given, event, "copy");
  if (memory == Memory::pageable) {
    await(lock, event, "copy");
  }
}

void OpenclDriver::launch(StreamState* stream, const Launch& launch) {
  const Lock lock(mutex_);
  check_there("launch");
  const Code& code = *launch.code;
  if (launch.control != nullptr) {
    refuse_persistent(code);
  }
  const std::string asked = "launch kernel " + std::string(code.name);
  Kernel& entry = kernel(code);
  tell_of_memory(entry);
  check(api_.clSetKernelArg(entry.kernel.get(), 0, kRoomOfArguments, launch.arguments->data()), "clSetKernelArg",
        asked);
  check(api_.clSetKernelArg(entry.kernel.get(), 1, shared_memory_of(code), nullptr), "clSetKernelArg", asked);
  Stream& given = own(stream);
  const auto threads = static_cast<std::size_t>(code.threads);
  const std::size_t all = launch.ctas * threads;
  cl_event event = nullptr;
  check(api_.clEnqueueNDRangeKernel(given.queue, entry.kernel.get(), 1, nullptr, &all, &threads, 0, nullptr, &event),
        "clEnqueueNDRangeKernel", asked);
  submitted(given, event, "launch");
}

void OpenclDriver::record(EventState* event, StreamState* stream) {
  const Lock lock(mutex_);
  check_there("record an event");
  Stream& given = own(stream);
  cl_event marker = nullptr;
  check(api_.clEnqueueMarkerWithWaitList(given.queue, 0, nullptr, &marker), "clEnqueueMarkerWithWaitList",
        "record an event");
  api_.clRetainEvent(marker);  // the stream's last, and the event's
  cl_event before = std::exchange(own(event).event, marker);
  if (before != nullptr) {
    api_.clReleaseEvent(before);
  }
  submitted(given, marker, "record an event");
}

void OpenclDriver::wait(StreamState* stream, EventState* event) {
  const Lock lock(mutex_);
  check_there("wait for an event");
  Stream& given = own(stream);
  if (own(event).event == nullptr) {
    return;
  }
  cl_event barrier = nullptr;
  check(api_.clEnqueueBarrierWithWaitList(given.queue, 1, &own(event).event, &barrier), "clEnqueueBarrierWithWaitList",
        "wait for an event");
  submitted(given, barrier, "wait for an event");
}

void OpenclDriver::await(Lock& lock, cl_event event, const char* asked) {
  api_.clRetainEvent(event);
  lock.unlock();
  const cl_int result = api_.clWaitForEvents(1, &event);
  lock.lock();
  if (result != CL_SUCCESS) {
    lose("clWaitForEvents: " + code_text(result), asked);
  }
  api_.clReleaseEvent(event);
}

cl_int OpenclDriver::status(cl_event event, const char* asked) {
  cl_int status = CL_COMPLETE;
  check(api_.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo", asked);
  if (status < 0) {
    lose(code_text(status), asked);
  }
  return status;
}

void OpenclDriver::synchronize(StreamState* stream) {
  Lock lock(mutex_);
  check_there("synchronize");
  if (own(stream).last != nullptr) {
    await(lock, own(stream).last, "synchronize");
  }
}

void OpenclDriver::synchronize(EventState* event) {
  Lock lock(mutex_);
  check_there("synchronize");
  if (own(event).event != nullptr) {
    await(lock, own(event).event, "synchronize");
  }
}

bool OpenclDriver::reached(EventState* event) {
  const Lock lock(mutex_);
  check_there("query an event");
  return own(event).event == nullptr || status(own(event).event, "query an event") == CL_COMPLETE;
}

/// From when one marker was done to when the other was.
Millis OpenclDriver::elapsed(EventState* from, EventState* to) {
  const Lock lock(mutex_);
  constexpr const char* kAsked = "time between events";
  check_there(kAsked);
  std::array<cl_ulong, 2> times{};
  const std::array<cl_event, 2> events{own(from).event, own(to).event};
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i] == nullptr || status(events[i], kAsked) != CL_COMPLETE) {
      throw DeviceError(std::string(kAsked) + ": one has not been reached");
    }
    check(api_.clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &times[i], nullptr),
          "clGetEventProfilingInfo", kAsked);
  }
  const std::chrono::duration<double, std::nano> passed(static_cast<double>(times[1]) - static_cast<double>(times[0]));
  return passed;
}

}  // namespace warpshop::gpu::opencl
