#include <cstdlib>
#include <memory>
#include <string_view>

#include "kernels/backend.hpp"
#include "kernels/gpu/host/host_driver.hpp"

namespace warpshop::kernels {

gpu::Device open_host() {
  const char* queues = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");  // NOLINT(concurrency-mt-unsafe): we set none
  gpu::host::Options options;
  options.single_queue = queues != nullptr && std::string_view(queues) == "1";
  const char* shared_by = std::getenv("WARPSHOP_HOST_CONTEXT");  // NOLINT(concurrency-mt-unsafe)
  options.shared_by = shared_by != nullptr ? shared_by : "";
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(options));
}

}  // namespace warpshop::kernels
