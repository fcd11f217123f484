#include "sim/order/fleet/device_part.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/slot_gates.hpp"
#include "sim/model/split.hpp"

namespace warpshop::order {

namespace {

/// From the numbers of a device's own tasks to those of all.
void renumber(Plan& plan, const Order& tasks) {
  for (std::uint32_t& task : plan.order) {
    task = tasks[task];
  }
  for (Gate& gate : plan.gates) {
    gate = {.d2h = tasks[gate.d2h], .h2d = tasks[gate.h2d]};
  }
}

}  // namespace

Instance part_of(const Instance& instance, const Order& tasks) {
  return std::move(in_groups(instance, std::span(&tasks, 1)).front());
}

Planned plan_part(const Policy& policy, const Instance& instance, const Order& tasks, const PlanOptions& options) {
  if (tasks.empty()) {
    return {.plan = {.order = {}, .submission = policy.submission},
            .predicted = evaluate::cost_of_none(options.objective),
            .proven_optimal = true};
  }
  Planned planned = policy.plan(part_of(instance, tasks), options);
  renumber(planned.plan, tasks);
  return planned;
}

SlotPart slot_part(const Fleet& fleet, std::size_t device, Order tasks) {
  Instance instance = part_of(fleet.devices[device], tasks);
  return {.tasks = std::move(tasks), .instance = std::move(instance)};
}

Plan plan_of(const SlotPart& part, const SlotOrder& slots) {
  Plan plan = evaluate::plan_of(part.instance, slots.order);
  plan.gates = evaluate::plan_gates(part.instance, slots.order, plan.rounds, slots.gates);
  renumber(plan, part.tasks);
  return plan;
}

Plan plan_of(std::span<const SlotPart> parts, std::span<const SlotOrder> slots) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < parts.size(); ++device) {
    plans.push_back(plan_of(parts[device], slots[device]));
  }
  return joined(plans);
}

Millis bound_of_part(const Instance& instance, const Order& tasks, Objective objective) {
  return tasks.empty() ? evaluate::cost_of_none(objective) : evaluate::lower_bound(part_of(instance, tasks), objective);
}

}  // namespace warpshop::order
