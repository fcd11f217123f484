#include "kernels/backend.hpp"
#include "sim/model/error.hpp"

namespace warpshop::kernels {

gpu::Device open_cuda(int /*number*/) {
  throw DeviceError("no CUDA device: this program was built without the CUDA Toolkit", DeviceError::Kind::absent);
}

}  // namespace warpshop::kernels
