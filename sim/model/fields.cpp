#include "sim/model/fields.hpp"

#include <algorithm>

namespace warpshop {
namespace {

constexpr std::string_view name(Field field) {
  switch (field) {
    case Field::weight:
      return "weight";
    case Field::due:
      return "due";
    case Field::after:
      return "after";
    case Field::family:
      return "family";
    case Field::footprint:
      break;
  }
  return "footprint";
}

bool uses(const Task& task, Field field) {
  switch (field) {
    case Field::weight:
      return task.weight != 1;
    case Field::due:
      return task.due.has_value();
    case Field::after:
      return !task.after.empty();
    case Field::family:
      return !task.family.empty();
    case Field::footprint:
      break;
  }
  return task.footprint.has_value();
}

}  // namespace

std::optional<FieldUse> first_use(const Workload& workload, std::initializer_list<Field> fields) {
  for (const Task& task : workload.tasks) {
    for (const Field field : fields) {
      if (uses(task, field)) {
        return FieldUse{name(field), &task};
      }
    }
  }
  return std::nullopt;
}

bool has_due_dates(const Workload& workload) {
  return first_use(workload, {Field::due}) || std::any_of(workload.jobs.begin(), workload.jobs.end(),
                                                          [](const JobSpec& job) { return job.due.has_value(); });
}

}  // namespace warpshop
