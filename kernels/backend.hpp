#pragma once

#include <vector>

#include "kernels/gpu/handles.hpp"

namespace warpshop::kernels {

/// The NVIDIA GPU of that number, as CUDA counts, with every kernel of the registry. Throws DeviceError of kind absent:
/// a program that was built without CUDA, no driver, no such device.
gpu::Device open_cuda(int number);

/// The OpenCL device of that number, see gpu::opencl::find_device(), with every kernel of the registry in plain form.
/// Throws DeviceError of kind absent: a program that was built without OpenCL, no platform, no such device.
gpu::Device open_opencl(int number);

/// What OpenCL tells of its devices, each at its number; nothing where there is no OpenCL.
std::vector<gpu::Properties> opencl_devices();

/// The device that threads and memory of this machine play. All streams feed one queue an engine where the environment
/// variable CUDA_DEVICE_MAX_CONNECTIONS is 1, as CUDA does. Processes in which WARPSHOP_HOST_CONTEXT names the same
/// file share the device, and pay for changes of context: see gpu::host::SharedContext.
gpu::Device open_host();

}  // namespace warpshop::kernels
