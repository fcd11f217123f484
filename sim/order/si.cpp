#include <vector>

#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {

/// Slope index (S5 3.5, after Palmer): A_j = -Σ_i (m - (2i - 1)) p_ij for m = 3 machines, which is 2 (D2H - H2D);
/// decreasing A_j.
Planned si(const Instance& instance, const PlanOptions& options) {
  std::vector<Millis> slopes;
  slopes.reserve(instance.size());
  for (const Job& job : instance.jobs) {
    slopes.push_back(2 * (job.alone(Stage::d2h) - job.alone(Stage::h2d)));
  }
  return ordered(instance, by_decreasing(slopes), options);
}

}  // namespace warpshop::order
