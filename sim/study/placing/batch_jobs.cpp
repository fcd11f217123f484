#include "sim/study/placing/batch_jobs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::study {
namespace {

/// Groups of entries: by their jobs, and by `after`.
class EntryGroups {
 public:
  explicit EntryGroups(const Workload& workload) : parent_(workload.tasks.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    std::map<std::string, std::size_t> by_name;
    std::map<std::string, std::size_t> by_job;
    for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
      const Task& task = workload.tasks[i];
      by_name.emplace(task.name, i);
      if (!task.job.empty()) {
        join(i, by_job.emplace(task.job, i).first->second);
      }
    }
    for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
      for (const Predecessor& before : workload.tasks[i].after) {
        join(i, by_name.at(before.task));
      }
    }
  }
  std::size_t of(std::size_t entry) {
    while (parent_[entry] != entry) {
      entry = parent_[entry] = parent_[parent_[entry]];
    }
    return entry;
  }

 private:
  void join(std::size_t a, std::size_t b) {
    a = of(a);
    b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::size_t> parent_;
};

Task single(Task task, std::uint32_t repeat) {
  task.release = release_of(task, repeat);
  task.count = 1;
  task.period = Millis{0};
  task.due.reset();
  task.legacy = false;
  return task;
}

void add_footprint(BatchJob& job, const std::optional<Bytes>& more) {
  if (more) {
    job.footprint = Bytes{job.footprint.value_or(Bytes{0}).count + more->count};
  }
}

/// The one job that all its tasks are of, or its first task.
void finish(BatchJob& job) {
  const std::string& of = job.tasks.front().job;
  if (!of.empty() &&
      std::all_of(job.tasks.begin(), job.tasks.end(), [&](const Task& task) { return task.job == of; })) {
    job.name = of;
  }
  job.release = job.tasks.front().release;
  for (const Task& task : job.tasks) {
    job.release = std::min(job.release, task.release);
    add_footprint(job, task.footprint);
  }
  for (Task& task : job.tasks) {
    task.release -= job.release;
    task.footprint.reset();
  }
}

/// Whether two tasks take the same, on one device.
bool alike(const Instance& instance, std::uint32_t a, std::uint32_t b) {
  if (instance.jobs[a] != instance.jobs[b]) {
    return false;
  }
  if (instance.work.empty() || instance.work[a] == instance.work[b]) {
    return true;
  }
  const KernelWork& one = instance.work[a];
  const KernelWork& other = instance.work[b];
  if (one.kernel == KernelWork::kNone || other.kernel == KernelWork::kNone || one.pace != KernelWork::kNone ||
      other.pace != KernelWork::kNone) {
    return false;
  }
  return one.subtasks == other.subtasks && one.length == other.length &&
         instance.kernels[one.kernel].model == instance.kernels[other.kernel].model;
}

/// Adds a copy of a job, under names of its own.
void add_copy(JobKinds& kinds, const BatchJob& job, const std::string& prefix, bool families) {
  std::vector<std::uint32_t> positions;
  for (Task task : job.tasks) {
    positions.push_back(static_cast<std::uint32_t>(kinds.workload.tasks.size()));
    task.name = prefix + task.name;
    for (Predecessor& before : task.after) {
      before.task = prefix + before.task;
    }
    task.job.clear();
    task.family = families ? prefix : "";
    kinds.workload.tasks.push_back(std::move(task));
  }
  kinds.tasks.push_back(std::move(positions));
}

Workload without_tasks(const Workload& workload) {
  Workload empty = workload;
  empty.tasks.clear();
  empty.jobs.clear();
  empty.submit = Submit::thread_per_task;
  return empty;
}

}  // namespace

std::vector<BatchJob> batch_jobs(const Workload& workload) {
  EntryGroups groups(workload);
  std::vector<BatchJob> jobs;
  std::map<std::size_t, std::size_t> of_group;    // positions in jobs
  std::map<std::size_t, std::size_t> entries_of;  // by group
  for (std::size_t entry = 0; entry < workload.tasks.size(); ++entry) {
    ++entries_of[groups.of(entry)];
  }
  for (std::size_t entry = 0; entry < workload.tasks.size(); ++entry) {
    const Task& task = workload.tasks[entry];
    const bool alone = task.job.empty() && entries_of[groups.of(entry)] == 1;
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      const std::string name = task.count > 1 ? fmt::format("{}#{}", task.name, repeat + 1) : task.name;
      if (alone) {
        jobs.push_back({.name = name, .tasks = {single(task, repeat)}, .entry = entry});
        continue;
      }
      const auto [found, is_new] = of_group.try_emplace(groups.of(entry), jobs.size());
      if (is_new) {
        jobs.push_back({.name = name, .tasks = {}, .entry = entry});
      }
      Task one = single(task, repeat);
      if (task.count > 1) {
        throw InputError(
            workload.file, task.mark,
            fmt::format("task '{}' is repeated in a job of several tasks, expected an entry for each", task.name));
      }
      jobs[found->second].tasks.push_back(std::move(one));
    }
  }
  for (BatchJob& job : jobs) {
    for (const JobSpec& spec : workload.jobs) {
      if (std::any_of(job.tasks.begin(), job.tasks.end(), [&](const Task& task) { return task.job == spec.name; })) {
        add_footprint(job, spec.footprint);
      }
    }
    finish(job);
  }
  if (jobs.size() == 1 && jobs.front().tasks.size() > 1 && jobs.front().tasks.front().job.empty()) {
    jobs.front().name = workload.name;
  }
  return jobs;
}

Workload joined_workloads(std::vector<Workload> workloads) {
  for (const Workload& workload : workloads) {
    refuse_clients(workload, "a batch of jobs");
  }
  if (workloads.size() == 1) {
    return std::move(workloads.front());
  }
  Workload joined = without_tasks(workloads.front());
  joined.name.clear();
  for (std::size_t number = 0; number < workloads.size(); ++number) {
    Workload& each = workloads[number];
    const bool repeated = std::any_of(workloads.begin(), workloads.end(), [&](const Workload& other) {
      return &other != &each && other.name == each.name;
    });
    const std::string name = repeated ? fmt::format("{} {}", each.name, number + 1) : each.name;
    const std::string prefix = name + ": ";
    const bool one = each.tasks.size() > 1 && batch_jobs(each).size() == 1;
    joined.name += (number > 0 ? ", " : "") + each.name;
    if (each.recorded_on != joined.recorded_on) {
      joined.recorded_on.clear();
    }
    for (JobSpec& job : each.jobs) {
      job.name = one ? name : prefix + job.name;
      joined.jobs.push_back(std::move(job));
    }
    for (Task& task : each.tasks) {
      task.name = prefix + task.name;
      task.job = one ? name : task.job.empty() ? "" : prefix + task.job;
      for (Predecessor& before : task.after) {
        before.task = prefix + before.task;
      }
      joined.tasks.push_back(std::move(task));
    }
  }
  return joined;
}

std::string with_own_names(std::string_view message) {
  std::string own;
  while (!message.empty()) {
    own += message.front();
    message.remove_prefix(1);
    if (own.back() != '\'') {
      continue;
    }
    std::size_t end = 0;
    for (int number = 0; number < 2 && end != std::string_view::npos; ++number) {
      const std::size_t slash = message.find_first_not_of("0123456789", end);
      end =
          slash != std::string_view::npos && slash > end && message[slash] == '/' ? slash + 1 : std::string_view::npos;
    }
    message.remove_prefix(end == std::string_view::npos ? 0 : end);
  }
  return own;
}

JobKinds job_kinds(const Workload& workload, std::span<const BatchJob> jobs, std::span<const Device> devices,
                   std::size_t copies, bool families) {
  JobKinds all{.workload = without_tasks(workload)};  // a copy of the first job of each entry
  std::map<std::size_t, std::size_t> by_entry;        // positions in all.tasks
  std::vector<std::size_t> first;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    if (by_entry.try_emplace(jobs[job].entry, first.size()).second) {
      first.push_back(job);
      add_copy(all, jobs[job], fmt::format("{}/0/", jobs[job].entry), families);
    }
  }
  std::vector<Instance> instances;
  for (const Device& device : devices) {
    instances.push_back(resolve(all.workload, device));
  }
  JobKinds kinds{.workload = without_tasks(workload), .copies = copies};
  std::vector<std::size_t> kind_of_entry;
  for (std::size_t entry = 0; entry < first.size(); ++entry) {
    const auto same = [&](std::size_t kind) {
      const auto& one = all.tasks[entry];
      const auto& other = all.tasks[by_entry.at(jobs[kinds.first_of[kind]].entry)];
      return one.size() == 1 && other.size() == 1 &&
             std::all_of(instances.begin(), instances.end(),
                         [&](const auto& on) { return alike(on, one.front(), other.front()); });
    };
    std::size_t kind = 0;
    while (kind < kinds.first_of.size() && !same(kind)) {
      ++kind;
    }
    if (kind == kinds.first_of.size()) {
      kinds.first_of.push_back(first[entry]);
    }
    kind_of_entry.push_back(kind);
  }
  for (const BatchJob& job : jobs) {
    kinds.kind_of.push_back(kind_of_entry[by_entry.at(job.entry)]);
  }
  for (std::size_t kind = 0; kind < kinds.first_of.size(); ++kind) {
    for (std::size_t copy = 0; copy < copies; ++copy) {
      add_copy(kinds, jobs[kinds.first_of[kind]], fmt::format("{}/{}/", kind, copy), families);
    }
  }
  return kinds;
}

}  // namespace warpshop::study
