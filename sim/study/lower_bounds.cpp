#include "sim/study/lower_bounds.hpp"

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::study {

LowerBounds::LowerBounds(const Fleet& fleet, Objective objective, bool sharing)
    : exclusive_(evaluate::lower_bound(fleet, objective)) {
  if (sharing) {
    shared_ = evaluate::shared_lower_bound(fleet.devices.front(), objective);
  }
}

std::optional<Millis> sharing_bound(Problem problem, const Workload& workload, std::span<const Device> devices,
                                    Objective objective) {
  if (!share::any_share(workload, devices)) {
    return std::nullopt;
  }
  if (!problem.is_prepared) {
    prepare_sharing(problem, devices);
  }
  return evaluate::shared_lower_bound(problem.fleet.devices.front(), objective);
}

}  // namespace warpshop::study
