#include <memory>

#include "kernels/backend.hpp"
#include "kernels/gpu/opencl/opencl_driver.hpp"

namespace warpshop::kernels {

gpu::Device open_opencl(int number) {
  using namespace gpu::opencl;
  return gpu::Device(std::make_shared<OpenclDriver>(load_api(), number, embedded_kernels()));
}

}  // namespace warpshop::kernels
