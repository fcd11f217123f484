#include "sim/order/fleet/device_part.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/model/split.hpp"

namespace warpshop::order {

Instance part_of(const Instance& instance, const Order& tasks) {
  return std::move(split(instance, std::span(&tasks, 1)).front());
}

Planned plan_part(const Policy& policy, const Instance& instance, const Order& tasks, const PlanOptions& options) {
  if (tasks.empty()) {
    return {.plan = {.order = {}, .submission = policy.submission},
            .predicted = evaluate::cost_of_none(options.objective),
            .proven_optimal = true};
  }
  Planned planned = policy.plan(part_of(instance, tasks), options);
  for (std::uint32_t& task : planned.plan.order) {
    task = tasks[task];
  }
  for (Gate& gate : planned.plan.gates) {
    gate = {.d2h = tasks[gate.d2h], .h2d = tasks[gate.h2d]};
  }
  return planned;
}

Millis bound_of_part(const Instance& instance, const Order& tasks, Objective objective) {
  return tasks.empty() ? evaluate::cost_of_none(objective) : evaluate::lower_bound(part_of(instance, tasks), objective);
}

}  // namespace warpshop::order
