#include "sim/order/fleet/every_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/each_deal.hpp"

namespace warpshop::order {
namespace {

class EveryPlan {
 public:
  EveryPlan(const Fleet& fleet, Objective objective, Changes changes, Planned known)
      : fleet_(fleet), objective_(objective), changes_(changes), best_(std::move(known)) {}

  Planned search() {
    const std::vector<Order> groups = connected_tasks(fleet_.tasks());
    for_each_deal(groups.size(), first_alike(fleet_), [&](const std::vector<Groups>& dealt) {
      parts_.clear();
      for (std::size_t device = 0; device < dealt.size(); ++device) {
        parts_.push_back(slot_part(fleet_, device, tasks_of(groups, dealt[device])));
      }
      slots_.assign(parts_.size(), {});
      from_device(0);
    });
    best_.proven_optimal = std::none_of(fleet_.devices.begin(), fleet_.devices.end(), evaluate::needs_rounds);
    if (best_.proven_optimal) {
      best_.lower_bound = best_.predicted;
    }
    return std::move(best_);
  }

 private:
  void from_device(std::size_t device) {
    if (device == parts_.size()) {
      look_at(plan_of(parts_, slots_));
      return;
    }
    for_each_slot_order(parts_[device].instance, changes_, [&](const SlotOrder& slots) {
      slots_[device] = slots;
      from_device(device + 1);
    });
  }

  void look_at(Plan plan) {
    const Millis cost = evaluate::cost(fleet_, plan, objective_);
    if (clearly_less(cost, best_.predicted)) {
      best_.plan = std::move(plan);
      best_.predicted = cost;
    }
  }

  const Fleet& fleet_;
  Objective objective_;
  Changes changes_;
  Planned best_;
  std::vector<SlotPart> parts_;   ///< by device, of the deal
  std::vector<SlotOrder> slots_;  ///< by device
};

}  // namespace

Planned over_every_plan(const Fleet& fleet, Objective objective, Changes changes, Planned known) {
  return EveryPlan(fleet, objective, changes, std::move(known)).search();
}

}  // namespace warpshop::order
