#include "sim/model/kernel_model.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop {

std::int64_t KernelModel::subtasks(std::int64_t elements) const {
  const std::vector<ScalingPoint>& curve = by_ctas.empty() ? by_sms : by_ctas;
  if (!per_element || curve.empty() || elements == 0) {
    return 0;
  }
  constexpr double kMost = 9e18;
  const double time = transformation.value_or(1) * static_cast<double>(elements) * per_element->count();
  const double subtasks = std::clamp(std::round(time * curve.back().rate.value), 1.0, kMost);
  return static_cast<std::int64_t>(subtasks);
}

}  // namespace warpshop
