#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/backend.hpp"
#include "kernels/gpu/cuda/cuda_driver.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

gpu::Device open_cuda(int number) {
  std::map<std::string, gpu::CudaCode, std::less<>> codes;
#define WARPSHOP_ADD_CODE(name) codes.emplace(#name, name##_cuda());
  WARPSHOP_KERNELS(WARPSHOP_ADD_CODE)
#undef WARPSHOP_ADD_CODE
  return gpu::Device(std::make_shared<gpu::cuda::CudaDriver>(number, std::move(codes)));
}

}  // namespace warpshop::kernels
