#include "sim/split/split_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/split/assumed_cpu.hpp"
#include "sim/split/machine_model.hpp"
#include "sim/split/split_policies.hpp"

namespace warpshop::split {
namespace {

/// part · all, rounded; all of it where part is 1.
std::int64_t rounded(double part, std::int64_t all) {
  return std::llround(part * static_cast<double>(all));
}

void shrink(std::optional<CopySpec>& copy, double part) {
  if (!copy) {
    return;
  }
  if (auto* bytes = std::get_if<Bytes>(&copy->amount)) {
    bytes->count = rounded(part, bytes->count);
  } else {
    auto& time = std::get<Millis>(copy->amount);
    const Millis latency = copy->latency.value_or(Millis{0});
    time = latency + (time - latency) * part;
  }
}

/// What the GPU has to do for so many elements, of a task whose kernel says `split`.
Task part_of(const Task& task, std::int64_t elements) {
  const double part = static_cast<double>(elements) / static_cast<double>(task.kernel->split->elements);
  Task shrunk = task;
  shrunk.count = 1;
  shrink(shrunk.h2d, part);
  shrink(shrunk.d2h, part);
  KernelSpec& kernel = *shrunk.kernel;
  kernel.split = nullptr;
  if (auto* time = std::get_if<Millis>(&kernel.work)) {
    *time *= part;
  } else if (auto* shape = std::get_if<KernelShape>(&kernel.work)) {
    shape->time *= part;
    shape->ctas = std::clamp<std::int64_t>(rounded(part, shape->ctas), 1, shape->ctas);
  } else {
    std::get<KernelCall>(kernel.work).elements = elements;
  }
  return shrunk;
}

/// How long the device takes for a task that is alone there: its stages, and the gaps between them.
Millis alone(const Task& task, const Workload& workload, const Device& device) {
  Workload just{.name = workload.name, .file = workload.file, .tasks = {task}};
  just.tasks.front().after.clear();
  just.tasks.front().job.clear();
  just.tasks.front().legacy = false;
  const Instance instance = resolve(just, device);
  const Job& job = instance.jobs.front();
  Millis time = job.total();
  std::optional<Stage> before;
  for (const Stage stage : kStages) {
    if (job.has[index(stage)]) {
      time += before ? instance.gaps.between(*before, stage) : Millis{0};
      before = stage;
    }
  }
  return time;
}

/// Decides on the steps of tasks, and puts them in their place.
class TaskSplitter {
 public:
  TaskSplitter(const Workload& workload, const Device& device) : given_(workload), device_(device), split_(workload) {
    split_.tasks.clear();
    for (const Task& task : given_.tasks) {
      names_.insert(task.name);
      if (is_split(task) && task.count > 1) {
        repeats_[task.name] = &task;
      }
    }
  }

  Workload split() && {
    for (const Task& task : given_.tasks) {
      Task each = task;
      each.after = after_repeats(task.after);
      if (is_split(task)) {
        add_steps(std::move(each));
      } else {
        split_.tasks.push_back(std::move(each));
      }
    }
    if (split_.size() > kMostTasks) {
      throw InputError(split_.file + ": more than " + std::to_string(kMostTasks) +
                       " tasks with the steps of those that are split, expected at most that");
    }
    return std::move(split_);
  }

 private:
  static bool is_split(const Task& task) { return task.kernel && task.kernel->split; }

  [[noreturn]] void refuse(const KernelSplit& split, const std::string& what) const {
    throw InputError(given_.file, split.mark, what);
  }

  /// A split task that is repeated is a task a repeat from now on.
  std::vector<Predecessor> after_repeats(const std::vector<Predecessor>& after) const {
    std::vector<Predecessor> all;
    for (const Predecessor& before : after) {
      const auto found = repeats_.find(before.task);
      const std::uint32_t repeats = found == repeats_.end() ? 1 : found->second->count;
      for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
        all.push_back(before);
        all.back().task = found == repeats_.end() ? before.task : repeat_name(*found->second, repeat);
      }
    }
    return all;
  }

  const SplitPolicy& policy_of(const KernelSplit& split) const {
    if (const SplitPolicy* policy = find_split_policy(split.policy)) {
      return *policy;
    }
    std::string known;
    for (const SplitPolicy& policy : split_policies()) {
      known += (known.empty() ? "" : ", ") + std::string(policy.name);
    }
    refuse(split, "'" + split.policy + "' is no policy of split, expected one of: " + known);
  }

  CpuModel cpu_of(const Task& task) const {
    const KernelSplit& split = *task.kernel->split;
    CpuModel cpu{.per_thread = split.rate.value_or(ElementsPerSecond{}),
                 .threads = static_cast<int>(split.threads),
                 .overhead = split.overhead.value_or(kAssumedCpuOverhead)};
    if (!split.rate) {
      const auto* call = std::get_if<KernelCall>(&task.kernel->work);
      const Millis per_element = call == nullptr
                                     ? *given_time(*task.kernel) / static_cast<double>(split.elements)
                                     : device_.kernels.find(call->name)->second.per_element.value_or(Millis{0});
      if (!device_.sm || device_.sm->count == 0 || per_element == Millis{0}) {
        refuse(split, "nothing says how fast the CPU is for task '" + task.name + "' on device " + device_.name +
                          ", expected cpu: {rate: ...}, elements of one thread such as 20000 /ms");
      }
      cpu.per_thread = assumed_cpu_rate(per_element, device_.sm->count);
    }
    return cpu;
  }

  void add_steps(Task task) {
    const KernelSplit& split = *task.kernel->split;
    const SplitPolicy& policy = policy_of(split);
    SplitTask decided{.task = task.name,
                      .policy = split.policy,
                      .threads = split.threads,
                      .whole = alone(part_of(task, split.elements), given_, device_),
                      .rate_assumed = !split.rate,
                      .overhead_assumed = !split.overhead};
    std::size_t steps = 0;
    const GpuModel gpu = [&](std::int64_t elements) {
      if (++steps > kMostTaskSteps) {
        refuse(split, "policy " + split.policy + " takes more than " + std::to_string(kMostTaskSteps) + " steps for " +
                          std::to_string(split.elements) + " elements, expected another policy, or fewer elements");
      }
      return elements == 0 ? Millis{0} : alone(part_of(task, elements), given_, device_);
    };
    const CpuModel cpu = cpu_of(task);
    const auto on = [&](double factor) {
      CpuModel other = cpu;
      other.per_thread.value *= factor;
      steps = 0;
      return run(policy, split.elements, {}, simulated(other, gpu));
    };
    decided.overhead = cpu.overhead;
    decided.run = on(1);
    if (decided.rate_assumed) {
      const auto [least, most] =
          std::minmax({on(kCpuRateFactor.low).total(), decided.run.total(), on(kCpuRateFactor.high).total()});
      decided.range = {least, most};
    }
    if (!(decided.run.total() <= kLongestDuration)) {
      refuse(split, "the steps take longer than 1e12 s, expected less");
    }
    if ((decided.run.steps.size() + 1) * task.count > kMostTasks) {
      refuse(split, "the steps of all repeats of task '" + task.name + "' are more than " + std::to_string(kMostTasks) +
                        " tasks, expected at most that");
    }
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      decided.name = repeat_name(task, repeat);
      decided.first = split_.tasks.size();
      add_repeat(task, repeat, decided);
      decided.count = split_.tasks.size() - decided.first;
      set_waits(split_, decided);
      split_.splits.push_back(decided);
    }
  }

  /// The tasks of a repeat, which wait for nothing but what the first one does. Repeats have one CPU, so each waits for
  /// the one before it.
  void add_repeat(const Task& task, std::uint32_t repeat, const SplitTask& decided) {
    const std::vector<SplitStep>& steps = decided.run.steps;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      if (steps[step].parts.gpu > 0) {
        Task part = part_of(task, steps[step].parts.gpu);
        part.name = decided.name + '/' + std::to_string(step + 1);
        part.release = release_of(task, repeat);
        part.period = Millis{0};
        part.due.reset();
        part.weight = 0;
        split_.tasks.push_back(std::move(part));
      }
    }
    if (steps.back().parts.cpu > 0 || steps.back().parts.gpu == 0) {
      split_.tasks.push_back({.name = {},
                              .kernel = KernelSpec{.work = Millis{0}, .kind = KernelKind::beside, .mark = task.mark},
                              .job = task.job,
                              .copy = task.copy,
                              .mark = task.mark});
    }
    Task& last = split_.tasks.back();
    last.name = decided.name;
    last.due = due_of(task, repeat);
    last.weight = task.weight;
    if (repeat > 0) {
      Task& first = split_.tasks[decided.first];
      first.after.push_back({.task = repeat_name(task, repeat - 1), .lag = Millis{0}, .stated = true});
    }
    check_names(task, decided);
  }

  void check_names(const Task& task, const SplitTask& decided) const {
    for (auto step = split_.tasks.begin() + static_cast<std::ptrdiff_t>(decided.first); step + 1 < split_.tasks.end();
         ++step) {
      if (names_.contains(step->name)) {
        throw InputError(given_.file, task.mark,
                         "a step of the task '" + task.name + "' is called '" + step->name +
                             "', as another task is, expected another name of that");
      }
    }
  }

  const Workload& given_;
  const Device& device_;
  Workload split_;
  std::set<std::string> names_;                              ///< of the tasks that there were
  std::map<std::string, const Task*, std::less<>> repeats_;  ///< those that are split and repeated
};

}  // namespace

void set_waits(Workload& workload, const SplitTask& split, double cpu_factor) {
  const std::span<Task> tasks(workload.tasks.data() + split.first, split.count);
  const std::vector<Predecessor> awaited = tasks.front().after;
  const Millis release = tasks.front().release;
  Millis cpu{0};              // of the steps so far
  std::vector<Millis> until;  // of each task so far, the CPU's time of its step and of all before it
  const auto wait = [&](Task& task) {
    task.after = awaited;
    for (Predecessor& before : task.after) {
      before.stated = before.stated || !until.empty();
      before.lag += cpu;
    }
    task.release = release + cpu;
    for (std::size_t before = 0; before < until.size(); ++before) {
      task.after.push_back({.task = tasks[before].name, .lag = cpu - until[before], .stated = true});
    }
  };
  for (const SplitStep& step : split.run.steps) {
    if (step.parts.gpu > 0) {
      wait(tasks[until.size()]);
    }
    if (step.parts.cpu > 0) {
      cpu += split.overhead + (step.times.cpu - split.overhead) / cpu_factor;
    }
    if (step.parts.gpu > 0) {
      until.push_back(cpu);
    }
  }
  if (until.size() < tasks.size()) {
    wait(tasks[until.size()]);
  }
}

std::optional<Workload> split_tasks(const Workload& workload, std::span<const Device> devices) {
  const auto found = std::find_if(workload.tasks.begin(), workload.tasks.end(),
                                  [](const Task& task) { return task.kernel && task.kernel->split; });
  if (found == workload.tasks.end()) {
    return std::nullopt;
  }
  for (const Device& device : devices) {
    if (device.name != devices.front().name) {
      throw InputError(workload.file, found->kernel->split->mark,
                       "how task '" + found->name + "' is split hangs on the GPU, and devices " + devices.front().name +
                           " and " + device.name + " differ, expected devices of one profile");
    }
  }
  return TaskSplitter(workload, devices.front()).split();
}

}  // namespace warpshop::split
