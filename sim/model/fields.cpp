#include "sim/model/fields.hpp"

namespace warpshop {

std::optional<FieldUse> first_constraint(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    if (!task.after.empty()) {
      return FieldUse{"after", &task};
    }
    if (task.due) {
      return FieldUse{"due", &task};
    }
    if (!task.family.empty()) {
      return FieldUse{"family", &task};
    }
    if (task.footprint) {
      return FieldUse{"footprint", &task};
    }
  }
  return std::nullopt;
}

}  // namespace warpshop
