#include "sim/order/fleet/plan_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {
namespace {

/// Constant times, and no bus.
Fleet without_contention(const Fleet& fleet) {
  Fleet constant{.devices = {}, .names = fleet.names};
  for (const Instance& device : fleet.devices) {
    constant.devices.push_back(warpshop::without_contention(device));
  }
  return constant;
}

/// Time for all devices, which order their tasks one after the other.
class SharedTime {
 public:
  SharedTime(std::optional<Millis> time, Millis used, std::size_t tasks)
      : left_(time), last_(Clock::now()), tasks_(tasks) {
    use(used);
  }

  /// For the next device with so many of the tasks; none if there is no limit.
  std::optional<Millis> next(std::size_t tasks) {
    if (!left_ || tasks == 0) {
      return left_;
    }
    const Clock::time_point now = Clock::now();
    use(now - std::exchange(last_, now));
    const double share = static_cast<double>(tasks) / static_cast<double>(tasks_);
    tasks_ -= tasks;
    return *left_ * share;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void use(Millis time) {
    if (left_) {
      left_ = std::max(*left_ - time, kLeastTime);
    }
  }

  std::optional<Millis> left_;
  Clock::time_point last_;
  std::size_t tasks_;  ///< of the devices that are still to come
};

}  // namespace

Planned plan_parts(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options) {
  Planned planned{.plan = {}, .proven_optimal = true};
  std::vector<Plan> plans;
  SharedTime shared(options.budget.time, dealt.took, fleet.size());
  for (std::size_t device = 0; device < dealt.parts.size(); ++device) {
    const Order& tasks = dealt.parts[device];
    PlanOptions own_options = options;
    own_options.budget.time = shared.next(tasks.size());
    Planned own = plan_part(policy, fleet.devices[device], tasks, own_options);
    plans.push_back(std::move(own.plan));
    planned.proven_optimal &= own.proven_optimal;
    planned.seeks_optimum |= own.seeks_optimum;
  }
  planned.plan = joined(plans);
  planned.predicted = policy.model == PredictionModel::constant
                          ? evaluate::cost(without_contention(fleet), planned.plan, options.objective)
                          : evaluate::cost(fleet, planned.plan, options.objective);
  return planned;
}

}  // namespace warpshop::order
