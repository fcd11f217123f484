#include "sim/order/few_plans.hpp"

#include <algorithm>
#include <cstdint>

namespace warpshop::order {

bool are_few_plans(std::size_t tasks, std::size_t devices, const Budget& budget) {
  constexpr std::int64_t kFew = 100'000;
  const std::int64_t most = std::min(kFew, budget.evaluations.value_or(kFew));
  auto plans = static_cast<std::int64_t>(devices);
  for (std::size_t factor = tasks + devices + 1; factor < 2 * tasks + devices && plans <= most; ++factor) {
    plans *= static_cast<std::int64_t>(factor);
  }
  return !budget.time && plans <= most;
}

}  // namespace warpshop::order
