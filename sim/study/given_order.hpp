#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop::study {

/// An order as a user gives it.
struct GivenOrder {
  std::vector<Order> parts;  ///< one, of all tasks; or by device of a fleet
  bool by_device = false;    ///< the latter
  bool streams = false;      ///< it says of itself that it is one of submission to streams
  std::vector<Gate> gates = {};
  bool gates_unsaid = false;  ///< it has gates, but does not say which
};

/// `1,2,0,3`: a permutation of the positions from 0; `BS,TM,MM,VA`: of the tasks, where not every entry is a number; or
/// as plan_text() and tables have it: `BS-TM-MM-VA`, `load > chat-1`, with ` | ` between rounds, `streams: ` before and
/// ` (gates 1:0)` or ` (1 gate)` behind, and, for a fleet of devices of those names, `titanx#1: BS-TM; titanx#2:
/// MM-VA`. There, a number is a name if it can be. Positions may stand apart by spaces, `1 2 0 3`. Spaces and line
/// breaks beside names do not count; bars neither: rounds follow from the order. Throws InputError that says which
/// entry is wrong.
GivenOrder parse_order(std::string_view text, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet = {});

}  // namespace warpshop::study
