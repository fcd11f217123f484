#include "sim/model/what_if.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/utf8.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {
namespace {

std::string shortest(double value) {
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

void move_to(std::optional<CopySpec>& copy, Memory memory) {
  if (!copy || copy->memory == memory) {
    return;
  }
  copy->memory = memory;
  if (copy->size) {
    copy->amount = *std::exchange(copy->size, std::nullopt);
    copy->latency.reset();
  }
}

Workload with_compute(Workload workload, double factor) {
  for (Task& task : workload.tasks) {
    if (!task.kernel || task.kernel->kind == KernelKind::collective) {
      continue;
    }
    if (auto* time = std::get_if<Millis>(&task.kernel->work)) {
      *time /= factor;
    } else if (auto* shape = std::get_if<KernelShape>(&task.kernel->work)) {
      shape->time /= factor;
    } else {
      throw InputError(workload.file, task.kernel->mark,
                       "the kernel of " + in_quotes(task.name) +
                           " has its time from the profile, expected kernels that state theirs beside compute");
    }
  }
  return workload;
}

void scale_host_time(Workload& workload, double factor) {
  for (Task& task : workload.tasks) {
    for (Predecessor& before : task.after) {
      before.stated = before.stated || before.lag > Millis{0};
      before.lag *= factor;
    }
    if (!workload.recorded_on.empty()) {
      task.release *= factor;
    }
  }
}

/// The tasks once more, by other names.
void add_copy(Workload& workload, std::size_t originals, std::uint32_t copy, const std::string& suffix) {
  for (std::size_t i = 0; i < originals; ++i) {
    Task task = workload.tasks[i];
    task.name += suffix;
    task.copy = copy;
    for (Predecessor& before : task.after) {
      before.task += suffix;
    }
    task.job += task.job.empty() ? "" : suffix;
    task.family += task.family.empty() ? "" : suffix;
    workload.tasks.push_back(std::move(task));
  }
}

void add_copies(Workload& workload, std::uint32_t copies) {
  refuse_clients(workload, "--copies");
  if (workload.size() > kMostTasks / copies) {
    throw InputError(workload.file + ": --copies " + std::to_string(copies) +
                     ": more than 10000000 tasks with their repeats, expected at most that");
  }
  const std::size_t tasks = workload.tasks.size();
  const std::vector<JobSpec> jobs = workload.jobs;
  for (std::uint32_t copy = 2; copy <= copies; ++copy) {
    const std::string suffix = '\'' + std::to_string(copy);
    add_copy(workload, tasks, copy, suffix);
    for (JobSpec job : jobs) {
      job.name += suffix;
      workload.jobs.push_back(std::move(job));
    }
  }
  std::set<std::string_view> names;
  for (const Task& task : workload.tasks) {
    if (!names.insert(task.name).second) {
      throw InputError(workload.file, task.mark,
                       "--copies: there is a task " + in_quotes(task.name) + " already, expected another name");
    }
  }
}

}  // namespace

std::vector<std::string> flags(const WhatIf& what_if) {
  std::vector<std::string> texts;
  if (what_if.memory) {
    texts.push_back("--memory " + std::string(name(*what_if.memory)));
  }
  if (what_if.compute != 1) {
    texts.push_back("--compute " + shortest(what_if.compute));
  }
  if (what_if.host_time != 1) {
    texts.push_back("--host-time " + shortest(what_if.host_time));
  }
  if (what_if.copies != 1) {
    texts.push_back("--copies " + std::to_string(what_if.copies));
  }
  return texts;
}

void append_flags(Basis& basis, const WhatIf& what_if) {
  for (std::string& flag : flags(what_if)) {
    basis.set.push_back(std::move(flag));
  }
}

Workload changed(Workload workload, const WhatIf& what_if) {
  if (what_if.memory) {
    for (Task& task : workload.tasks) {
      move_to(task.h2d, *what_if.memory);
      move_to(task.d2h, *what_if.memory);
    }
  }
  if (what_if.compute != 1) {
    workload = with_compute(std::move(workload), what_if.compute);
  }
  if (what_if.host_time != 1) {
    scale_host_time(workload, what_if.host_time);
  }
  if (what_if.copies > 1) {
    add_copies(workload, what_if.copies);
  }
  return workload;
}

}  // namespace warpshop
