#include "sim/order/fleet/slot_part.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/slot_gates.hpp"
#include "sim/order/fleet/device_part.hpp"

namespace warpshop::order {

SlotPart slot_part(const Fleet& fleet, std::size_t device, Order tasks) {
  Instance instance = part_of(fleet.devices[device], tasks);
  return {.tasks = std::move(tasks), .instance = std::move(instance)};
}

Plan plan_of(const SlotPart& part, const SlotOrder& slots) {
  Plan plan = evaluate::plan_of(part.instance, slots.order);
  plan.gates = evaluate::plan_gates(part.instance, slots.order, plan.rounds, slots.gates);
  for (std::uint32_t& task : plan.order) {
    task = part.tasks[task];
  }
  for (Gate& gate : plan.gates) {
    gate = {.d2h = part.tasks[gate.d2h], .h2d = part.tasks[gate.h2d]};
  }
  return plan;
}

Plan plan_of(std::span<const SlotPart> parts, std::span<const SlotOrder> slots) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < parts.size(); ++device) {
    plans.push_back(plan_of(parts[device], slots[device]));
  }
  return joined(plans);
}

}  // namespace warpshop::order
