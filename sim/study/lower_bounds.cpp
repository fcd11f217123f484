#include "sim/study/lower_bounds.hpp"

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::study {

LowerBounds::LowerBounds(const Fleet& fleet, Objective objective, bool sharing)
    : exclusive_(evaluate::lower_bound(fleet, objective)) {
  if (sharing) {
    const Instance& instance = fleet.devices.front();
    shared_ = evaluate::shared_lower_bound(instance, objective);
    if (!instance.chip->mig.profiles.empty()) {
      partitioned_ = evaluate::shared_lower_bound(instance, objective, true);
    }
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
  return LowerBounds(problem.fleet, objective, true).of_sharing();
}

}  // namespace warpshop::study
