#include <memory>

#include "kernels/backend.hpp"
#include "kernels/gpu/opencl/opencl_device.hpp"
#include "kernels/gpu/opencl/opencl_driver.hpp"
#include "sim/model/error.hpp"

namespace warpshop::kernels {

gpu::Device open_opencl(int number) {
  using namespace gpu::opencl;
  return gpu::Device(std::make_shared<OpenclDriver>(load_api(), number, embedded_kernels()));
}

std::vector<gpu::Properties> opencl_devices() {
  std::vector<gpu::Properties> all;
  try {
    const gpu::opencl::Api& api = gpu::opencl::load_api();
    for (int number = 0;; ++number) {
      all.push_back(gpu::opencl::properties_of(api, gpu::opencl::find_device(api, number), number));
    }
  } catch (const DeviceError&) {  // that was the last
  }
  return all;
}

}  // namespace warpshop::kernels
