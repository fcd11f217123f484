#include "sim/evaluate/slot_gates.hpp"

#include <algorithm>

#include "sim/evaluate/slots.hpp"

namespace warpshop::evaluate {
namespace {

/// By slot: the last slot whose H2D does not wait for its D2H.
std::vector<std::uint32_t> furthest_gates(const Instance& instance, std::span<const std::uint32_t> order,
                                          std::span<const std::uint32_t> rounds) {
  std::vector<std::uint32_t> furthest(order.size(), static_cast<std::uint32_t>(order.size() - 1));
  std::uint32_t slot = 0;
  for (const std::uint32_t length : rounds) {
    for (const std::uint32_t end = slot + length; slot < end; ++slot) {
      furthest[slot] = end - 1;
    }
  }
  if (instance.precedence.empty()) {
    return furthest;
  }
  const std::vector<std::uint32_t> slot_of = slots_of(instance, order);
  for (const Precedence& pair : instance.precedence) {
    const std::uint32_t before = slot_of[pair.before];
    const std::uint32_t after = slot_of[pair.after];
    if (before != kNoSlot && after != kNoSlot) {
      furthest[before] = std::min(furthest[before], after - 1);
    }
  }
  for (slot = static_cast<std::uint32_t>(order.size()) - 1; slot > 0; --slot) {
    furthest[slot - 1] = std::min(furthest[slot - 1], furthest[slot]);
  }
  return furthest;
}

}  // namespace

std::vector<Gate> plan_gates(const Instance& instance, std::span<const std::uint32_t> order,
                             std::span<const std::uint32_t> rounds, SlotGates gates) {
  if (gates.empty()) {
    return {};
  }
  const std::vector<std::uint32_t> furthest = furthest_gates(instance, order, rounds);
  std::vector<Gate> result;
  for (std::uint32_t slot = 0; slot < gates.size(); ++slot) {
    const Gate gate{.d2h = order[slot], .h2d = order[gates[slot]]};
    if (slot < gates[slot] && gates[slot] <= furthest[slot] && instance.jobs[gate.d2h].has[index(Stage::d2h)] &&
        instance.jobs[gate.h2d].has[index(Stage::h2d)]) {
      result.push_back(gate);
    }
  }
  return result;
}

}  // namespace warpshop::evaluate
