#pragma once

#include <cstddef>

#include "sim/model/policy.hpp"

namespace warpshop::order {

/// Whether all plans of so many tasks on so many devices are few enough to be looked at one by one: every deal, order
/// and choice of gates. There are Σ Π nᵢ! Cₙᵢ = d (2n + d - 1)! / (n + d)! of them, C Catalan's numbers: 95 040 of six
/// tasks on a device, 15 840 of five on two. Few: at most 100 000, some tenths of a second, or what a budget of
/// evaluations has; never by the clock.
bool are_few_plans(std::size_t tasks, std::size_t devices, const Budget& budget);

}  // namespace warpshop::order
