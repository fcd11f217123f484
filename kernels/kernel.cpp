#include "kernels/kernel.hpp"

#include <algorithm>

#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {

std::int64_t whole_units(const Kernel& kernel, double elements) {
  const auto unit = static_cast<double>(kernel.unit);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(elements / unit)) * kernel.unit;
}

const std::vector<Kernel>& all() {
#define WARPSHOP_CALL_KERNEL(name) name(),
  static const std::vector<Kernel> kernels{WARPSHOP_KERNELS(WARPSHOP_CALL_KERNEL)};
#undef WARPSHOP_CALL_KERNEL
  return kernels;
}

const Kernel* find(std::string_view name) {
  const auto found =
      std::find_if(all().begin(), all().end(), [&](const Kernel& kernel) { return kernel.code.name == name; });
  return found == all().end() ? nullptr : &*found;
}

}  // namespace warpshop::kernels
