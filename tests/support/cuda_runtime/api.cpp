// The functions of the CUDA runtime that kernels/gpu/cuda calls, and those that nvcc's code calls before main().
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include <cuda_runtime_api.h>

#include "tests/support/cuda_runtime/errors.hpp"
#include "tests/support/cuda_runtime/runtime.hpp"

using warpshop::gpu::Space;
using warpshop::test::cuda::KernelCode;
using warpshop::test::cuda::known_error;
using warpshop::test::cuda::Runtime;

namespace {

Runtime& runtime() {
  return Runtime::the();
}

constexpr bool kGivesBack = true;
constexpr bool kOfHost = true;
constexpr const char* kPciAddress = "0000:C1:00.0";
constexpr int kClock = 1'980'000;        // kHz
constexpr int kMemoryClock = 2'619'000;  // kHz
constexpr int kPriorities = 6;
constexpr int kRuntimeVersion = CUDART_VERSION;

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  return known_error(error).name.data();
}
const char* cudaGetErrorString(cudaError_t error) {
  return known_error(error).text.data();
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = runtime().driver_version();
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = kRuntimeVersion;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  return runtime().call("cudaGetDeviceCount", [&] {
    if (runtime().driver_version() < kRuntimeVersion) {
      return cudaErrorInsufficientDriver;
    }
    *count = 1;
    return cudaSuccess;
  });
}
cudaError_t cudaSetDevice(int device) {
  return runtime().call(
      "cudaSetDevice", [&] { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }, kGivesBack);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return runtime().call("cudaGetDeviceProperties", [&] {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    const warpshop::gpu::Properties& chip = runtime().device().properties();
    *properties = {};
    std::strncpy(properties->name, "Test GPU", sizeof properties->name - 1);
    for (std::size_t i = 0; i < sizeof properties->uuid.bytes; ++i) {
      properties->uuid.bytes[i] = static_cast<char>(0x10 + 0x0f * i);
    }
    properties->major = 9;
    properties->asyncEngineCount = chip.copy_engines;
    properties->multiProcessorCount = chip.sms;
    properties->concurrentKernels = chip.concurrent_kernels ? 1 : 0;
    properties->maxThreadsPerMultiProcessor = chip.threads_per_sm;
    properties->maxBlocksPerMultiProcessor = chip.ctas_per_sm;
    properties->regsPerMultiprocessor = chip.registers_per_sm;
    properties->sharedMemPerMultiprocessor = static_cast<std::size_t>(chip.shared_memory_per_sm.count);
    properties->totalGlobalMem = static_cast<std::size_t>(chip.memory.count);
    properties->l2CacheSize = static_cast<int>(chip.l2_cache.count);
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return runtime().call("cudaDeviceGetAttribute", [&] {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    if (attribute == cudaDevAttrClockRate) {
      *value = kClock;
    } else if (attribute == cudaDevAttrMemoryClockRate) {
      *value = kMemoryClock;
    } else {
      runtime().complain("an attribute that this runtime does not know: " + std::to_string(attribute));
      return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  return runtime().call("cudaDeviceGetPCIBusId", [&] {
    if (device != 0 || static_cast<std::size_t>(size) <= std::strlen(kPciAddress)) {
      return cudaErrorInvalidValue;
    }
    std::strcpy(text, kPciAddress);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return runtime().call("cudaFuncGetAttributes", [&] {
    const KernelCode* const kernel = runtime().code(function);
    if (kernel == nullptr) {
      return cudaErrorInvalidDeviceFunction;
    }
    const warpshop::gpu::Resources its = runtime().device().resources(kernel->code, kernel->form);
    *attributes = {};
    attributes->numRegs = its.registers_per_thread;
    attributes->sharedSizeBytes = static_cast<std::size_t>(its.shared_memory.count);
    attributes->maxThreadsPerBlock = its.threads;
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* ctas, const void* function, int threads,
                                                          std::size_t shared) {
  return runtime().call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    const KernelCode* const kernel = runtime().code(function);
    if (kernel == nullptr) {
      return cudaErrorInvalidDeviceFunction;
    }
    if (threads != kernel->code.threads || shared != 0) {
      runtime().complain("occupancy of other CTAs than are launched");
      return cudaErrorInvalidValue;
    }
    *ctas = runtime().device().resources(kernel->code, kernel->form).ctas_per_sm;
    return cudaSuccess;
  });
}

cudaError_t cudaMalloc(void** memory, std::size_t size) {
  return runtime().call("cudaMalloc", [&] { return runtime().allocate(Space::device, memory, size); });
}
cudaError_t cudaMallocHost(void** memory, std::size_t size) {
  return runtime().call("cudaMallocHost", [&] { return runtime().allocate(Space::pinned, memory, size); });
}
cudaError_t cudaHostAlloc(void** memory, std::size_t size, unsigned flags) {
  return runtime().call("cudaHostAlloc", [&] {
    return flags == cudaHostAllocMapped ? runtime().allocate(Space::mapped, memory, size) : cudaErrorInvalidValue;
  });
}
cudaError_t cudaHostGetDevicePointer(void** on_device, void* memory, unsigned /*flags*/) {
  return runtime().call("cudaHostGetDevicePointer", [&] {
    *on_device = memory;
    return cudaSuccess;
  });
}
cudaError_t cudaFree(void* memory) {
  return runtime().call(
      "cudaFree", [&] { return runtime().release(!kOfHost, memory); }, memory != nullptr);
}
cudaError_t cudaFreeHost(void* memory) {
  return runtime().call(
      "cudaFreeHost", [&] { return runtime().release(kOfHost, memory); }, kGivesBack);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return runtime().call("cudaDeviceGetStreamPriorityRange", [&] {
    *least = 0;
    *greatest = 1 - kPriorities;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return runtime().call("cudaStreamCreateWithPriority", [&] {
    const bool is_one = priority <= 0 && priority > -kPriorities;
    return flags == cudaStreamNonBlocking && is_one ? runtime().create(stream) : cudaErrorInvalidValue;
  });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return runtime().call(
      "cudaStreamDestroy", [&] { return runtime().destroy(stream); }, kGivesBack);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return runtime().call(
      "cudaStreamSynchronize", [&] { return runtime().synchronize(stream); }, kGivesBack);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned /*flags*/) {
  return runtime().call("cudaStreamWaitEvent", [&] { return runtime().wait(stream, event); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return runtime().call("cudaEventCreate", [&] { return runtime().create(event); });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return runtime().call(
      "cudaEventDestroy", [&] { return runtime().destroy(event); }, kGivesBack);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return runtime().call("cudaEventRecord", [&] { return runtime().record(event, stream); });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return runtime().call("cudaEventSynchronize", [&] { return runtime().synchronize(event); });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return runtime().call("cudaEventQuery", [&] { return runtime().query(event); });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return runtime().call("cudaEventElapsedTime", [&] { return runtime().elapsed(milliseconds, from, to); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  return runtime().call("cudaMemcpyAsync", [&] { return runtime().copy(to, from, size, kind, stream); });
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  return runtime().call("cudaLaunchKernel",
                        [&] { return runtime().launch(function, grid, block, arguments, shared, stream); });
}

// What nvcc's code asks for. Its kernels are launched by cudaLaunchKernel() alone, never by their stubs.
void** __cudaRegisterFatBinary(void* /*code*/) {
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void** /*handle*/) {}
void __cudaUnregisterFatBinary(void** /*handle*/) {}
void __cudaRegisterFunction(void** /*handle*/, const char* function, char* /*device*/, const char* /*name*/,
                            int /*threads*/, uint3* /*thread*/, uint3* /*block*/, dim3* /*block_size*/,
                            dim3* /*grid_size*/, int* /*warp_size*/) {
  Runtime::registered(function);
}
char __cudaInitModule(void** /*handle*/) {
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* /*grid*/, dim3* /*block*/, std::size_t* /*shared*/, void* /*stream*/) {
  return cudaErrorUnknown;
}
cudaError_t __cudaGetKernel(cudaKernel_t* /*kernel*/, const void* /*function*/) {
  return cudaErrorUnknown;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t /*kernel*/, dim3 /*grid*/, dim3 /*block*/, void** /*arguments*/,
                               std::size_t /*shared*/, cudaStream_t /*stream*/) {
  return cudaErrorUnknown;
}
}
