#include "sim/model/resolve_fields.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sim/model/context_switch.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"

namespace warpshop {
namespace {

/// Value by task, repeats expanded; empty where every task has the value that a task has by default.
template <class Value, class Of>
std::vector<Value> by_task(const Workload& workload, const Value& by_default, const Of& of) {
  std::vector<Value> values;
  if (std::all_of(workload.tasks.begin(), workload.tasks.end(),
                  [&](const Task& task) { return of(task) == by_default; })) {
    return values;
  }
  values.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    values.insert(values.end(), task.count, of(task));
  }
  return values;
}

/// By task, repeats expanded; empty where no task has one. A job is late by as much as the latest of its tasks is, so
/// that its due date is that of each of them.
std::vector<Millis> resolve_due_dates(const Workload& workload) {
  std::map<std::string_view, Millis> of_job;
  for (const JobSpec& job : workload.jobs) {
    if (job.due) {
      of_job[job.name] = *job.due;
    }
  }
  std::vector<Millis> due;
  if (!has_due_dates(workload)) {
    return due;
  }
  due.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    const auto found = of_job.find(task.job);
    const Millis latest = found == of_job.end() ? kNoDueDate : found->second;
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      due.push_back(std::min(latest, due_of(task, repeat).value_or(kNoDueDate)));
    }
  }
  return due;
}

/// The one task of a job that no other of it comes after, so that all others of it come before. Throws InputError at
/// the job if there is none.
std::uint32_t last_of_job(const JobSpec& job, const Workload& workload, const Instance& instance) {
  std::vector<bool> member(instance.size());
  std::vector<bool> has_successor(instance.size());
  std::uint32_t position = 0;
  for (const Task& task : workload.tasks) {
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      member[position++] = task.job == job.name;
    }
  }
  for (const Precedence& pair : instance.precedence) {
    has_successor[pair.before] = has_successor[pair.before] || (member[pair.before] && member[pair.after]);
  }
  std::optional<std::uint32_t> last;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (!member[task] || has_successor[task]) {
      continue;
    }
    if (last) {
      throw InputError(workload.file, job.mark,
                       "a weight of the job '" + job.name +
                           "', which several of its tasks may end, expected one task " +
                           "that comes after all others of the job");
    }
    last = task;
  }
  return *last;
}

/// A job has ended with its last task, whose weight is then the job's as well.
void resolve_job_weights(const Workload& workload, Instance& instance) {
  for (const JobSpec& job : workload.jobs) {
    if (job.weight > 0) {
      const std::uint32_t last = last_of_job(job, workload, instance);
      instance.weights.resize(instance.size(), 1.0);
      instance.weights[last] += job.weight;
    }
  }
}

/// The positions of a task's repeats.
struct Positions {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

std::vector<std::uint32_t> resolve_families(const Workload& workload) {
  std::map<std::string_view, std::uint32_t> numbers{{"", 0}};
  for (const Task& task : workload.tasks) {
    numbers.emplace(task.family, static_cast<std::uint32_t>(numbers.size()));
  }
  return by_task(workload, std::uint32_t{0}, [&](const Task& task) { return numbers.at(task.family); });
}

std::vector<Bytes> resolve_footprints(const Workload& workload, const Device& device) {
  for (const Task& task : workload.tasks) {
    if (task.footprint && *task.footprint > *device.memory_size) {
      throw InputError(workload.file, task.mark,
                       "task '" + task.name + "' needs " + std::to_string(task.footprint->count) +
                           " B of device memory, expected at most the " + std::to_string(device.memory_size->count) +
                           " B of device " + device.name);
    }
  }
  return by_task(workload, Bytes{0}, [](const Task& task) { return task.footprint.value_or(Bytes{0}); });
}

/// Jobs keep their memory while others come and go, so that whatever the order, all may hold theirs at once.
void resolve_job_footprints(const Workload& workload, const Device& device, Instance& instance) {
  std::map<std::string_view, std::uint32_t> numbers;
  Bytes largest;  // of one task
  for (const Bytes footprint : instance.footprints) {
    largest = std::max(largest, footprint);
  }
  std::int64_t left = instance.memory.count - largest.count;
  for (const JobSpec& job : workload.jobs) {
    if (!job.footprint) {
      continue;
    }
    if (job.footprint->count > left) {
      throw InputError(workload.file, job.mark,
                       "job '" + job.name + "' needs " + std::to_string(job.footprint->count) +
                           " B of device memory, expected at most the " + std::to_string(left) +
                           " B that the jobs before it and the largest task leave of the " +
                           std::to_string(device.memory_size->count) + " B of device " + device.name);
    }
    left -= job.footprint->count;
    instance.job_footprints.push_back(*job.footprint);
    numbers[job.name] = static_cast<std::uint32_t>(instance.job_footprints.size());
  }
  instance.footprint_job = by_task(workload, std::uint32_t{0}, [&](const Task& task) {
    const auto number = numbers.find(task.job);
    return number == numbers.end() ? 0 : number->second;
  });
}

/// Whether it is no command, but what waits for others: see split::split_tasks().
bool only_waits(const Job& job) {
  return job.beside && job.kernel == Millis{0} && job.first() == Stage::kernel && job.last() == Stage::kernel;
}

/// Between tasks of which one comes after the other; on the device of a recording no longer than it was there.
void add_gaps(const Workload& workload, const Device& device, Instance& instance) {
  if (instance.gaps.none() || instance.precedence.empty()) {
    return;
  }
  const auto recorded = by_task(workload, std::optional<RecordedTimes>(), [&](const Task& task) {
    return workload.recorded_on == device.name ? task.recorded : std::nullopt;
  });
  for (Precedence& pair : instance.precedence) {
    if (only_waits(instance.jobs[pair.before]) || only_waits(instance.jobs[pair.after])) {
      continue;
    }
    Millis gap = instance.gaps.between(instance.jobs[pair.before].last(), instance.jobs[pair.after].first());
    if (!recorded.empty() && recorded[pair.before] && recorded[pair.after]) {
      gap = std::clamp(recorded[pair.after]->start - recorded[pair.before]->end, Millis{0}, gap);
    }
    pair.lag = std::max(pair.lag, gap);
  }
}

}  // namespace

std::vector<Precedence> precedence_of(const Workload& workload) {
  std::vector<Precedence> pairs;
  if (std::all_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& task) { return task.after.empty(); })) {
    return pairs;
  }
  std::unordered_map<std::string_view, Positions> positions;
  std::uint32_t next = 0;
  for (const Task& task : workload.tasks) {
    positions[task.name] = {next, task.count};
    next += task.count;
  }
  for (const Task& task : workload.tasks) {
    const Positions own = positions.at(task.name);
    for (const auto& [name, lag, stated] : task.after) {
      const Positions awaited = positions.at(name);
      if (std::size_t{own.count} * awaited.count > kMostPrecedences - pairs.size()) {
        throw InputError(workload.file, task.mark,
                         "'after' stands for more than " + std::to_string(kMostPrecedences) +
                             " pairs of tasks, repeats expanded, expected fewer");
      }
      for (std::uint32_t before = awaited.first; before < awaited.first + awaited.count; ++before) {
        for (std::uint32_t after = own.first; after < own.first + own.count; ++after) {
          pairs.push_back({before, after, lag, stated || lag > Millis{0}});
        }
      }
    }
  }
  return pairs;
}

void resolve_fields(const Workload& workload, const Device& device, Instance& instance) {
  instance.weights = by_task(workload, 1.0, [](const Task& task) { return task.weight; });
  instance.due = resolve_due_dates(workload);
  instance.precedence = precedence_of(workload);
  resolve_job_weights(workload, instance);
  add_gaps(workload, device, instance);
  instance.families = resolve_families(workload);
  instance.family_setup = context_switch(device);
  instance.family_setup_range = context_switch_range(device);
  instance.footprints = resolve_footprints(workload, device);
  instance.memory = device.memory_size.value_or(Bytes{0});
  resolve_job_footprints(workload, device, instance);
}

}  // namespace warpshop
