#include "sim/order/fleet/fleet_plan.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/every_deal.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

/// Of time for a search: there has to be some.
constexpr Millis kLeast{1e-6};

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
      left_ = std::max(*left_ - time, kLeast);
    }
  }

  std::optional<Millis> left_;
  Clock::time_point last_;
  std::size_t tasks_;  ///< of the devices that are still to come
};

}  // namespace

Planned plan(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const Options& options) {
  if (fleet.single()) {
    return policy.plan(fleet.devices.front(), options);
  }
  Planned planned{.plan = {}, .proven_optimal = true};
  std::vector<Plan> plans;
  SharedTime shared(options.budget.time, dealt.took, fleet.size());
  for (std::size_t device = 0; device < dealt.parts.size(); ++device) {
    const Order& tasks = dealt.parts[device];
    Options own_options = options;
    own_options.budget.time = shared.next(tasks.size());
    Planned own = plan_part(policy, fleet.devices[device], tasks, own_options);
    plans.push_back(std::move(own.plan));
    planned.proven_optimal &= own.proven_optimal;
    planned.seeks_optimum |= own.seeks_optimum;
  }
  planned.plan = joined(plans);
  planned.predicted = policy.model == Model::constant
                          ? evaluate::cost(without_contention(fleet), planned.plan, options.objective)
                          : evaluate::cost(fleet, planned.plan, options.objective);
  planned.proven_optimal = (planned.proven_optimal || planned.seeks_optimum) &&
                           !clearly_less(evaluate::lower_bound(fleet, options.objective), planned.predicted);
  const bool limited = options.budget.evaluations || options.budget.time;
  return planned.seeks_optimum && !planned.proven_optimal && !limited && few_deals(fleet)
             ? over_every_deal(policy, fleet, options, planned)
             : planned;
}

Planned plan(const Policy& policy, const Fleet& fleet, const Options& options) {
  return plan(policy, fleet, deal(fleet, options), options);
}

Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, const Options& options) {
  const std::vector<Order> dealt = deal(fleet, options).parts;
  std::vector<std::size_t> device_of(order.size(), 0);
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    for (const std::uint32_t task : dealt[device]) {
      device_of[task] = device;
    }
  }
  std::vector<Order> orders(dealt.size());
  for (const std::uint32_t task : order) {
    orders[device_of[task]].push_back(task);
  }
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < orders.size(); ++device) {
    Plan own{.order = orders[device], .submission = submission};
    if (submission == Submission::ordered) {
      own.rounds = evaluate::rounds_of(part_of(fleet.devices[device], own.order), input_order(own.order.size()));
    }
    plans.push_back(std::move(own));
  }
  Planned planned;
  planned.plan = fleet.single() ? plans.front() : joined(plans);
  planned.predicted = evaluate::cost(fleet, planned.plan, options.objective);
  return planned;
}

}  // namespace warpshop::order
