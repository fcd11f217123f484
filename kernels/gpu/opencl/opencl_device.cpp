#include "kernels/gpu/opencl/opencl_device.hpp"

#include <array>
#include <cstdio>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::gpu::opencl {
namespace {

// Of extensions (cl_khr_device_uuid, cl_khr_pci_bus_info), as the registry of Khronos numbers them.
constexpr cl_device_info kDeviceUuid = 0x106A;
constexpr cl_device_info kPciBusInfo = 0x410F;
using Uuid = std::array<unsigned char, 16>;
struct PciBusInfo {
  cl_uint domain, bus, device, function;
};

template <class T>
T device_number(const Api& api, cl_device_id device, cl_device_info which) {
  T value{};
  check(api.clGetDeviceInfo(device, which, sizeof value, &value, nullptr), "clGetDeviceInfo",
        "properties of the device");
  return value;
}

std::vector<cl_platform_id> platforms_of(const Api& api) {
  cl_uint count = 0;
  const cl_int code = api.clGetPlatformIDs(0, nullptr, &count);
  if (code != CL_SUCCESS || count == 0) {
    throw DeviceError("no OpenCL device: no platform is installed" +
                          (code == CL_SUCCESS ? "" : ": clGetPlatformIDs: " + code_text(code)),
                      DeviceError::Kind::absent);
  }
  std::vector<cl_platform_id> platforms(count);
  check(api.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs", "platforms");
  return platforms;
}

/// Adds the devices of a platform; one that has none says so by an error.
void add_devices(const Api& api, cl_platform_id platform, cl_device_type type, std::vector<cl_device_id>& devices) {
  cl_uint count = 0;
  if (api.clGetDeviceIDs(platform, type, 0, nullptr, &count) != CL_SUCCESS || count == 0) {
    return;
  }
  const std::size_t before = devices.size();
  devices.resize(before + count);
  check(api.clGetDeviceIDs(platform, type, count, devices.data() + before, nullptr), "clGetDeviceIDs", "devices");
}

std::string hexadecimal(unsigned value, int digits) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%0*x", digits, value);
  return text.data();
}

/// As CUDA writes it where the device has one; else from its name, and its number where it is not the first.
std::string uuid_of(const Api& api, cl_device_id device, const std::string& name, int number) {
  std::string text = "OPENCL-";
  Uuid uuid{};
  if (has_extension(api, device, "cl_khr_device_uuid") &&
      api.clGetDeviceInfo(device, kDeviceUuid, sizeof uuid, uuid.data(), nullptr) == CL_SUCCESS) {
    for (std::size_t i = 0; i < uuid.size(); ++i) {
      text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
      text += hexadecimal(uuid[i], 2);
    }
    return text;
  }
  for (const char character : name) {
    const bool plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                       (character >= '0' && character <= '9') || character == '.' || character == '_';
    text += plain ? character : '-';
  }
  return number == 0 ? text : text + '-' + std::to_string(number);
}

std::string pci_address_of(const Api& api, cl_device_id device) {
  PciBusInfo at{};
  if (!has_extension(api, device, "cl_khr_pci_bus_info") ||
      api.clGetDeviceInfo(device, kPciBusInfo, sizeof at, &at, nullptr) != CL_SUCCESS) {
    return "";
  }
  return hexadecimal(at.domain, 4) + ':' + hexadecimal(at.bus, 2) + ':' + hexadecimal(at.device, 2) + '.' +
         hexadecimal(at.function, 1);
}

}  // namespace

std::string device_text(const Api& api, cl_device_id device, cl_device_info which) {
  std::size_t size = 0;
  check(api.clGetDeviceInfo(device, which, 0, nullptr, &size), "clGetDeviceInfo", "properties of the device");
  std::string text(size, '\0');
  check(api.clGetDeviceInfo(device, which, size, text.data(), nullptr), "clGetDeviceInfo", "properties of the device");
  return text.substr(0, text.find('\0'));
}

bool has_extension(const Api& api, cl_device_id device, const std::string& name) {
  return (' ' + device_text(api, device, CL_DEVICE_EXTENSIONS) + ' ').find(' ' + name + ' ') != std::string::npos;
}

cl_device_id find_device(const Api& api, int number) {
  std::vector<cl_device_id> devices;
  const std::vector<cl_platform_id> platforms = platforms_of(api);
  for (const cl_device_type type : {cl_device_type{CL_DEVICE_TYPE_GPU}, cl_device_type{CL_DEVICE_TYPE_ACCELERATOR},
                                    cl_device_type{CL_DEVICE_TYPE_CPU}}) {
    for (cl_platform_id platform : platforms) {
      add_devices(api, platform, type, devices);
    }
  }
  if (number < 0 || static_cast<std::size_t>(number) >= devices.size()) {
    throw DeviceError(
        "no OpenCL device " + std::to_string(number) + ": this machine has " + std::to_string(devices.size()),
        DeviceError::Kind::absent);
  }
  cl_device_id device = devices[static_cast<std::size_t>(number)];
  cl_device_svm_capabilities memory = 0;
  const cl_int code = api.clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof memory, &memory, nullptr);
  if (code != CL_SUCCESS || (memory & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) == 0) {
    throw DeviceError("OpenCL device " + device_text(api, device, CL_DEVICE_NAME) +
                          " has no shared virtual memory, in which kernels find pointers",
                      DeviceError::Kind::absent);
  }
  return device;
}

Properties properties_of(const Api& api, cl_device_id device, int number) {
  Properties properties;
  properties.name = device_text(api, device, CL_DEVICE_NAME);
  properties.uuid = uuid_of(api, device, properties.name, number);
  properties.sms = static_cast<int>(device_number<cl_uint>(api, device, CL_DEVICE_MAX_COMPUTE_UNITS));
  properties.persistent_kernels = false;
  properties.memory = Bytes{static_cast<std::int64_t>(device_number<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_SIZE))};
  // A processor's caches are the host's too, and large: beyond them, kernels would take it minutes.
  if (device_number<cl_device_type>(api, device, CL_DEVICE_TYPE) != CL_DEVICE_TYPE_CPU) {
    properties.l2_cache =
        Bytes{static_cast<std::int64_t>(device_number<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE))};
  }
  auto* const platform = device_number<cl_platform_id>(api, device, CL_DEVICE_PLATFORM);
  std::array<char, 256> runtime{};
  check(api.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, runtime.size() - 1, runtime.data(), nullptr),
        "clGetPlatformInfo", "version of the platform");
  properties.driver = device_text(api, device, CL_DRIVER_VERSION);
  properties.runtime = runtime.data();
  const auto clock = device_number<cl_uint>(api, device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  properties.clocks = clock > 0 ? std::to_string(clock) + " MHz" : "";
  properties.pci_address = pci_address_of(api, device);
  return properties;
}

}  // namespace warpshop::gpu::opencl
