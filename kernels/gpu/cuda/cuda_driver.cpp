#include "kernels/gpu/cuda/cuda_driver.hpp"

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <cuda_runtime_api.h>

#include "sim/model/error.hpp"

namespace warpshop::gpu::cuda {
namespace {

std::string error_text(cudaError_t error) {
  return std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) + ")";
}

/// Whether it tells of a command that was under way, after which CUDA does nothing more for the process.
bool is_lost(cudaError_t error) {
  switch (error) {
    case cudaErrorECCUncorrectable:
    case cudaErrorContained:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorMpsClientTerminated:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

void check(cudaError_t result, const std::string& call) {
  if (is_lost(result)) {
    throw DeviceError("a command that was under way failed: " + error_text(result) + "; told at: " + call,
                      DeviceError::Kind::lost);
  }
  if (result != cudaSuccess) {
    throw DeviceError(call + ": " + error_text(result));
  }
}

/// Hardware queues: as many as there can be, so that streams depend on each other as seldom as possible.
constexpr const char* kConnections = "32";

cudaStream_t as_cuda(StreamState* stream) {
  return reinterpret_cast<cudaStream_t>(stream);
}
cudaEvent_t as_cuda(EventState* event) {
  return reinterpret_cast<cudaEvent_t>(event);
}

/// Of a part of a GPU as well, which has one of its own.
std::string uuid_text(const cudaUUID_t& uuid, std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = name.find(" MIG ") == std::string_view::npos ? "GPU-" : "MIG-";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) {
      text += '-';
    }
    const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

/// As CUDA counts: 13000 is 13.0.
std::string version_text(int version) {
  return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

std::string pci_address_of(int device) {
  std::array<char, 32> text{};
  check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device), "PCI address");
  std::string address = text.data();
  for (char& character : address) {
    character = character >= 'A' && character <= 'F' ? static_cast<char>(character - 'A' + 'a') : character;
  }
  return address;
}

std::string clocks_of(int device) {
  int chip = 0;  // kHz, as memory
  int memory = 0;
  check(cudaDeviceGetAttribute(&chip, cudaDevAttrClockRate, device), "clock rate");
  check(cudaDeviceGetAttribute(&memory, cudaDevAttrMemoryClockRate, device), "clock rate of the memory");
  return std::to_string(chip / 1000) + " MHz, memory " + std::to_string(memory / 1000) + " MHz";
}

Properties properties_of(int device) {
  cudaDeviceProp chip{};
  check(cudaGetDeviceProperties(&chip, device), "properties of the device");
  Properties properties;
  properties.name = chip.name;
  properties.uuid = uuid_text(chip.uuid, chip.name);
  properties.compute_major = chip.major;
  properties.compute_minor = chip.minor;
  properties.copy_engines = chip.asyncEngineCount;
  properties.sms = chip.multiProcessorCount;
  properties.concurrent_kernels = chip.concurrentKernels != 0;
  int lowest = 0;
  int highest = 0;
  check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "priorities of streams");
  properties.priorities = lowest - highest + 1;
  properties.threads_per_sm = chip.maxThreadsPerMultiProcessor;
  properties.ctas_per_sm = chip.maxBlocksPerMultiProcessor;
  properties.registers_per_sm = chip.regsPerMultiprocessor;
  properties.shared_memory_per_sm = Bytes{static_cast<std::int64_t>(chip.sharedMemPerMultiprocessor)};
  properties.shared_memory_per_cta_reserved = Bytes{static_cast<std::int64_t>(chip.reservedSharedMemPerBlock)};
  properties.memory = Bytes{static_cast<std::int64_t>(chip.totalGlobalMem)};
  properties.l2_cache = Bytes{chip.l2CacheSize};
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "version of the driver");
  check(cudaRuntimeGetVersion(&runtime), "version of the runtime");
  properties.driver = "CUDA " + version_text(driver);
  properties.runtime = "CUDA " + version_text(runtime);
  properties.clocks = clocks_of(device);
  properties.pci_address = pci_address_of(device);
  return properties;
}

/// Why there is none.
std::string reason(cudaError_t error) {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) {
    return "no NVIDIA driver is installed";
  }
  if (error == cudaErrorInsufficientDriver) {
    return "the driver knows CUDA " + version_text(driver) + ", this program needs " + version_text(CUDART_VERSION);
  }
  const bool no_fabric = error == cudaErrorSystemNotReady;
  return error_text(error) + (no_fabric ? ": nvidia-fabricmanager may not be running" : "");
}

int count_devices() {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess) {
    throw DeviceError("no CUDA device: " + reason(result), DeviceError::Kind::absent);
  }
  return count;
}

/// The first call that needs it.
void open_device() {
  const cudaError_t result = cudaFree(nullptr);
  if (result == cudaErrorDevicesUnavailable || result == cudaErrorDeviceAlreadyInUse) {
    throw DeviceError("open the device: " + error_text(result) +
                          ": another process may have it to itself, see `nvidia-smi -q -d COMPUTE`",
                      DeviceError::Kind::absent);
  }
  check(result, "open the device");
}

void* allocate_mapped(std::size_t size, const std::string& call) {
  void* memory = nullptr;
  void* on_device = nullptr;
  check(cudaHostAlloc(&memory, size, cudaHostAllocMapped), call);
  const cudaError_t found = cudaHostGetDevicePointer(&on_device, memory, 0);
  if (found != cudaSuccess || on_device != memory) {
    cudaFreeHost(memory);
    check(found, call);
    throw DeviceError(call + ": kernels have it at another address");
  }
  return memory;
}

}  // namespace

CudaDriver::CudaDriver(int device, std::map<std::string, CudaCode, std::less<>> codes)
    : device_(device), codes_(std::move(codes)) {
  ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", kConnections, 0);  // read when CUDA starts; unless the user has set it
  const int count = count_devices();
  if (device < 0 || device >= count) {
    throw DeviceError("no CUDA device " + std::to_string(device) + ": this machine has " + std::to_string(count),
                      DeviceError::Kind::absent);
  }
  use();
  open_device();
  properties_ = properties_of(device);
}

void CudaDriver::use() const {
  check(cudaSetDevice(device_), "choose the device");
}

const void* CudaDriver::entry(const Code& code, Form form) const {
  const auto found = codes_.find(code.name);
  if (found == codes_.end()) {
    throw DeviceError("kernel " + std::string(code.name) + " was not compiled for CUDA");
  }
  return form == Form::plain ? found->second.plain : found->second.persistent;
}

Resources CudaDriver::resources(const Code& code, Form form) {
  use();
  const void* function = entry(code, form);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "resources of kernel " + std::string(code.name));
  Resources resources{.threads = code.threads,
                      .registers_per_thread = attributes.numRegs,
                      .shared_memory = Bytes{static_cast<std::int64_t>(attributes.sharedSizeBytes)}};
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resources.ctas_per_sm, function, code.threads, 0),
        "occupancy of kernel " + std::string(code.name));
  return resources;
}

std::byte* CudaDriver::allocate(Space space, Bytes size) {
  use();
  const auto bytes = static_cast<std::size_t>(size.count);
  const std::string call = "allocate " + std::to_string(size.count) + " B";
  void* memory = nullptr;
  switch (space) {
    case Space::pinned:
      check(cudaMallocHost(&memory, bytes), call + " of pinned memory");
      break;
    case Space::mapped:
      memory = allocate_mapped(bytes, call + " of mapped memory");
      break;
    case Space::device:
      check(cudaMalloc(&memory, bytes), call + " on the device");
      break;
    case Space::pageable:
      memory = ::operator new(bytes, kPageAlignment, std::nothrow);
      if (memory == nullptr) {
        throw DeviceError(call + " of pageable memory: out of memory");
      }
      break;
  }
  return static_cast<std::byte*>(memory);
}

// What fails while something is given back has been reported by the call that failed, or does no harm.
void CudaDriver::release(Space space, std::byte* memory) noexcept {
  cudaSetDevice(device_);
  switch (space) {
    case Space::pinned:
    case Space::mapped:
      cudaFreeHost(memory);
      break;
    case Space::device:
      cudaFree(memory);
      break;
    case Space::pageable:
      ::operator delete(memory, kPageAlignment);
      break;
  }
}

/// In CUDA the lower number goes first, and 0 is the lowest priority.
StreamState* CudaDriver::create_stream(int priority) {
  use();
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -priority), "create a stream");
  return reinterpret_cast<StreamState*>(stream);
}

void CudaDriver::destroy_stream(StreamState* stream) noexcept {
  cudaSetDevice(device_);
  cudaStreamSynchronize(as_cuda(stream));
  cudaStreamDestroy(as_cuda(stream));
}

EventState* CudaDriver::create_event() {
  use();
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "create an event");
  return reinterpret_cast<EventState*>(event);
}

void CudaDriver::destroy_event(EventState* event) noexcept {
  cudaSetDevice(device_);
  cudaEventDestroy(as_cuda(event));
}

void CudaDriver::copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
                      Memory memory) {
  use();
  const cudaMemcpyKind kind = direction == Direction::h2d ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(size.count), kind, as_cuda(stream)), "copy");
  if (memory == Memory::pageable && direction == Direction::d2h) {
    synchronize(stream);
  }
}

void CudaDriver::launch(StreamState* stream, const Launch& launch) {
  use();
  const Form form = launch.control != nullptr ? Form::persistent : Form::plain;
  Control control = launch.control != nullptr ? *launch.control : Control{};
  std::array<void*, 2> arguments{const_cast<void*>(launch.arguments->data()), &control};
  check(cudaLaunchKernel(entry(*launch.code, form), dim3(launch.ctas),
                         dim3(static_cast<unsigned>(launch.code->threads)), arguments.data(), 0, as_cuda(stream)),
        "launch kernel " + std::string(launch.code->name));
}

void CudaDriver::record(EventState* event, StreamState* stream) {
  use();
  check(cudaEventRecord(as_cuda(event), as_cuda(stream)), "record an event");
}

void CudaDriver::wait(StreamState* stream, EventState* event) {
  use();
  check(cudaStreamWaitEvent(as_cuda(stream), as_cuda(event), 0), "wait for an event");
}

void CudaDriver::synchronize(StreamState* stream) {
  use();
  check(cudaStreamSynchronize(as_cuda(stream)), "synchronize");
}

void CudaDriver::synchronize(EventState* event) {
  use();
  check(cudaEventSynchronize(as_cuda(event)), "synchronize");
}

bool CudaDriver::reached(EventState* event) {
  use();
  const cudaError_t result = cudaEventQuery(as_cuda(event));
  if (result == cudaErrorNotReady) {
    return false;
  }
  check(result, "query an event");
  return true;
}

Millis CudaDriver::elapsed(EventState* from, EventState* to) {
  use();
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, as_cuda(from), as_cuda(to)), "time between events");
  return Millis{milliseconds};
}

}  // namespace warpshop::gpu::cuda
