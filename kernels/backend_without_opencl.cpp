#include "kernels/backend.hpp"
#include "sim/model/error.hpp"

namespace warpshop::kernels {

gpu::Device open_opencl(int /*number*/) {
  throw DeviceError("no OpenCL device: this program was built without clang or OpenCL's headers",
                    DeviceError::Kind::absent);
}

std::vector<gpu::Properties> opencl_devices() {
  return {};
}

}  // namespace warpshop::kernels
