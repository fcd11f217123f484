#include "sim/model/fields.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <string>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

/// A field, who uses it of tasks, and what of a job counts for its tasks.
struct FieldRule {
  std::string_view name;
  bool (*of_task)(const Task&);
  bool (*of_job)(const JobSpec&) = [](const JobSpec& /*job*/) { return false; };
};

/// [Field]
constexpr std::array kRules{
    FieldRule{"weight", [](const Task& task) { return task.weight != 1; },
              [](const JobSpec& job) { return job.weight > 0; }},
    FieldRule{"due", [](const Task& task) { return task.due.has_value(); },
              [](const JobSpec& job) { return job.due.has_value(); }},
    FieldRule{"after", [](const Task& task) { return !task.after.empty(); }},
    FieldRule{"family", [](const Task& task) { return !task.family.empty(); }},
    FieldRule{"footprint", [](const Task& task) { return task.footprint.has_value(); },
              [](const JobSpec& job) { return job.footprint.has_value(); }},
    FieldRule{"host", [](const Task& task) { return task.host.has_value(); }},
    FieldRule{"stream", [](const Task& task) { return task.legacy; }},
    FieldRule{"call", [](const Task& task) { return (task.h2d && task.h2d->sync) || (task.d2h && task.d2h->sync); }},
    FieldRule{"phases",
              [](const Task& task) { return task.kernel && task.kernel->pace && !task.kernel->pace->phases.empty(); }},
    FieldRule{"jitter", [](const Task& task) { return task.kernel && task.kernel->pace && task.kernel->pace->jitter; }},
};

}  // namespace

std::optional<FieldUse> first_use(const Workload& workload, std::initializer_list<Field> fields) {
  std::map<std::string_view, const JobSpec*> jobs;
  for (const JobSpec& job : workload.jobs) {
    jobs[job.name] = &job;
  }
  for (const Task& task : workload.tasks) {
    const auto job = jobs.find(task.job);
    for (const Field field : fields) {
      const FieldRule& rule = kRules[static_cast<std::size_t>(field)];
      if (rule.of_task(task) || (job != jobs.end() && rule.of_job(*job->second))) {
        return FieldUse{rule.name, &task};
      }
    }
  }
  return std::nullopt;
}

void refuse_clients(const Workload& workload, std::string_view who) {
  if (!workload.clients.none()) {
    throw InputError(workload.file, workload.clients.all.front().mark,
                     std::string(who) +
                         " takes tasks, and this workload has clients, which compare, simulate, run and serve take, "
                         "expected one of tasks alone");
  }
}

bool has_due_dates(const Workload& workload) {
  return first_use(workload, {Field::due}).has_value();
}

}  // namespace warpshop
