#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "kernels/gpu/opencl/opencl_api.hpp"

namespace warpshop::gpu::opencl {

/// The kernels of the registry as the build made them from kernels.cl, each form from the one before.
struct Embedded {
  std::string_view text;              ///< C++ for OpenCL 1.0, with nothing left to include
  std::span<const std::byte> spir;    ///< LLVM's bitcode for SPIR
  std::span<const std::byte> spir_v;  ///< empty where the build found no llvm-spirv
};
Embedded embedded_kernels();

/// The kernels in the first form that the device takes: SPIR-V, SPIR, the text. Throws DeviceError: it takes none, or
/// its compiler does not like it, which says why.
///
/// No single form is enough. Debian 12's PoCL 3.1 was built without SPIR-V (it has no IL version) and refuses
/// -cl-std=CLC++ (lib/CL/pocl_build.c lists the options that it lets pass), but takes SPIR (cl_khr_spir). SPIR-V is
/// what devices of OpenCL 2.1 and later offer; what has neither may have a compiler for the text, as AMD's, which is
/// clang.
Owned<cl_program> build_kernels(const Api& api, cl_context context, cl_device_id device, const Embedded& kernels);

}  // namespace warpshop::gpu::opencl
