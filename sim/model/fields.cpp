#include "sim/model/fields.hpp"

#include <map>

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
    case Field::host:
      return "host";
    case Field::stream:
      return "stream";
    case Field::call:
      return "call";
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
    case Field::host:
      return task.host.has_value();
    case Field::stream:
      return task.legacy;
    case Field::call:
      return (task.h2d && task.h2d->sync) || (task.d2h && task.d2h->sync);
    case Field::footprint:
      break;
  }
  return task.footprint.has_value();
}

/// What a job says counts for its tasks.
bool uses(const JobSpec& job, Field field) {
  return (field == Field::due && job.due) || (field == Field::weight && job.weight > 0) ||
         (field == Field::footprint && job.footprint);
}

}  // namespace

std::optional<FieldUse> first_use(const Workload& workload, std::initializer_list<Field> fields) {
  std::map<std::string_view, const JobSpec*> jobs;
  for (const JobSpec& job : workload.jobs) {
    jobs[job.name] = &job;
  }
  for (const Task& task : workload.tasks) {
    const auto job = jobs.find(task.job);
    for (const Field field : fields) {
      if (uses(task, field) || (job != jobs.end() && uses(*job->second, field))) {
        return FieldUse{name(field), &task};
      }
    }
  }
  return std::nullopt;
}

bool has_due_dates(const Workload& workload) {
  return first_use(workload, {Field::due}).has_value();
}

}  // namespace warpshop
