#pragma once

#include <string>

#include "kernels/gpu/driver.hpp"
#include "kernels/gpu/opencl/opencl_api.hpp"

namespace warpshop::gpu::opencl {

/// The device of that number, from 0: GPUs of all platforms first, then whatever else there is, processors among them.
/// Throws DeviceError of kind absent: there is none, or it has no shared virtual memory, in which kernels find pointers
/// as the host knows them.
cl_device_id find_device(const Api& api, int number);

/// What OpenCL tells of it, with what it does not tell left 0: what one SM (a compute unit) holds, and copy engines.
/// number: that of find_device().
Properties properties_of(const Api& api, cl_device_id device, int number);

/// An answer of clGetDeviceInfo.
std::string device_text(const Api& api, cl_device_id device, cl_device_info which);
/// Whether the device has an extension of that name.
bool has_extension(const Api& api, cl_device_id device, const std::string& name);

}  // namespace warpshop::gpu::opencl
