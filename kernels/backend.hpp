#pragma once

#include "kernels/gpu/device.hpp"

namespace warpshop::kernels {

/// The NVIDIA GPU of that number, as CUDA counts, with every kernel of the registry. Throws DeviceError of kind absent:
/// a program that was built without CUDA, no driver, no such device.
gpu::Device open_cuda(int number);

/// The device that threads and memory of this machine play.
gpu::Device open_host();

}  // namespace warpshop::kernels
