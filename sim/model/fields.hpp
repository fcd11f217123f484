#pragma once

#include <optional>
#include <string_view>

#include "sim/model/workload.hpp"

namespace warpshop {

/// The first use, in a workload, of a field that a plan has to honour and that the orders of a single makespan cannot.
struct FieldUse {
  std::string_view field;
  const Task* task = nullptr;
};

/// `after`, `due`, `family` or `footprint`, whichever a task uses first; nothing if none is used. (`release` is
/// honoured by every simulation, and `weight` does not change a makespan.)
std::optional<FieldUse> first_constraint(const Workload& workload);

}  // namespace warpshop
