#include <vector>

#include "sim/order/johnson_rule.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Johnson's two-machine rule on the times H2D + K and K + D2H.
Planned johnson(const Instance& instance, const PlanOptions& options) {
  std::vector<Millis> first;
  std::vector<Millis> second;
  for (const Job& job : instance.jobs) {
    first.push_back(job.alone(Stage::h2d) + job.kernel);
    second.push_back(job.kernel + job.alone(Stage::d2h));
  }
  return ordered(instance, johnson_rule(first, second), options);
}

}  // namespace warpshop::order
