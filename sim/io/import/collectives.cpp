#include "sim/io/import/collectives.hpp"

namespace warpshop::io {

bool is_collective(std::string_view kernel) {
  const auto contains = [&](std::string_view part) { return kernel.find(part) != std::string_view::npos; };
  const bool of_a_library = kernel.starts_with("nccl") || kernel.starts_with("msccl");
  return (of_a_library && contains("Kernel")) || kernel.starts_with("cross_device_reduce_") ||
         contains("_shot_all_reduce_") || kernel.starts_with("multimem_");
}

}  // namespace warpshop::io
