#include <memory>

#include "kernels/backend.hpp"
#include "kernels/gpu/host/driver.hpp"

namespace warpshop::kernels {

gpu::Device open_host() {
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{}));
}

}  // namespace warpshop::kernels
