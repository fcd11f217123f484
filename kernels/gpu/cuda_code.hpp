#pragma once

namespace warpshop::gpu {

/// What a .cu file offers of a kernel: entries for cudaLaunchKernel, which take the body's Arguments, the persistent
/// one a Control as well.
struct CudaCode {
  const char* name;
  const void* plain;
  const void* persistent;
};

}  // namespace warpshop::gpu
