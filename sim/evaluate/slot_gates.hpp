#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// Gates by slot (position in the order), as searches change them: the D2H of slot i is not ready before the H2D of
/// slot gates[i] has ended. Any slots will do; what is no gate, or could never open, is passed over, see plan_gates().
/// Empty: none at all.
using SlotGates = std::span<const std::uint32_t>;

/// The gates as a plan has them. No gate: a slot ≤ i, whose H2D has ended anyway; a missing copy. Never to open: an H2D
/// of a later round, or one that itself waits for the D2H of slot i, since a task up to it comes after the task of slot
/// i or of a later slot, whose D2H is behind that one.
std::vector<Gate> plan_gates(const Instance& instance, std::span<const std::uint32_t> order,
                             std::span<const std::uint32_t> rounds, SlotGates gates);

}  // namespace warpshop::evaluate
