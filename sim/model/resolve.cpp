#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/model/device_rules.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/needs.hpp"
#include "sim/model/resolve_copy.hpp"
#include "sim/model/resolve_fields.hpp"
#include "sim/model/resolve_issue.hpp"

namespace warpshop {
namespace {

const KernelModel& find_kernel(const KernelCall& call, Mark mark, const Workload& workload, const Device& device) {
  const auto found = device.kernels.find(call.name);
  if (found == device.kernels.end()) {
    std::string known;
    for (const auto& [name, model] : device.kernels) {
      known += (known.empty() ? "" : ", ") + name;
    }
    throw InputError(workload.file, mark,
                     "device " + device.name + " does not know the kernel '" + call.name + "', expected " +
                         (known.empty() ? "a duration, since its profile holds no kernels" : "one of: " + known));
  }
  return found->second;
}

Millis resolve_kernel(const KernelSpec& spec, const Workload& workload, const Device& device) {
  if (const auto time = given_time(spec)) {
    return *time;
  }
  const auto& call = std::get<KernelCall>(spec.work);
  return find_kernel(call, spec.mark, workload, device).time(call.elements);
}

void check_duration(Millis duration, const Workload& workload, Mark mark) {
  if (!(duration <= kLongestDuration)) {
    throw InputError(workload.file, mark, "the stage takes longer than 1e12 s on this device, expected less");
  }
}

Job resolve_task(const Task& task, const Workload& workload, const Device& device) {
  Job job;
  const auto take_copy = [&](Direction direction, const std::optional<CopySpec>& spec) {
    if (!spec) {
      return;
    }
    const Copy copy = resolve_copy(copy_on(*spec, workload, device), device.transfer(spec->memory, direction));
    check_duration(copy.latency + copy.payload, workload, spec->mark);
    const std::size_t side = index(direction);
    job.copies[side] = copy;
    job.memory[side] = spec->memory;
    job.exclusive[side] = device.dma_engines == 1 || spec->memory == Memory::pageable;
  };
  take_copy(Direction::h2d, task.h2d);
  take_copy(Direction::d2h, task.d2h);
  if (task.kernel) {
    if (task.kernel->split) {
      throw InputError(workload.file, task.kernel->split->mark,
                       "the kernel of task '" + task.name +
                           "' is split over CPU and GPU, which compare (without --summary), simulate and run know, "
                           "expected it without");
    }
    job.kernel = resolve_kernel(*task.kernel, workload, device);
    check_duration(job.kernel, workload, task.kernel->mark);
    job.beside = task.kernel->kind != KernelKind::exclusive;
  }
  job.has = {task.h2d.has_value(), task.kernel.has_value(), task.d2h.has_value()};
  return job;
}

Rates resolve_rates(const Device& device) {
  Rates rates{};
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    for (const Memory own : {Memory::pinned, Memory::pageable}) {
      const TransferModel& transfer = device.transfer(own, direction);
      for (const Memory opposing : {Memory::pinned, Memory::pageable}) {
        const auto& met = own != opposing ? transfer.mixed : transfer.duplex;
        rates[index(direction)][index(own)][index(opposing)] =
            met && transfer.alone ? met->value / transfer.alone->value : 1.0;
      }
    }
  }
  return rates;
}

template <class Work>
const Work* work_as(const Task& task) {
  return task.kernel ? std::get_if<Work>(&task.kernel->work) : nullptr;
}

/// Collects Instance::kernels and work.
class KernelCollector {
 public:
  KernelCollector(const Workload& workload, const Device& device, Instance& instance)
      : workload_(workload), device_(device), instance_(instance) {
    for (const Task& task : workload.tasks) {
      if (const auto* call = work_as<KernelCall>(task)) {
        numbers_.emplace(call->name, 0);
      }
    }
    for (auto& [name, number] : numbers_) {
      number = add(std::string(name), device.kernels.find(name)->second);
    }
  }

  KernelWork work_of(const Task& task) {
    KernelWork work;
    if (const auto* call = work_as<KernelCall>(task)) {
      work.kernel = numbers_.at(call->name);
      work.subtasks = instance_.kernels[work.kernel].model.subtasks(call->elements);
    } else if (const auto* shape = work_as<KernelShape>(task); shape != nullptr && device_.sm) {
      if (const std::string misfit = cta_misfit(*device_.sm, shape->cta); !misfit.empty()) {
        throw InputError(workload_.file, task.kernel->mark,
                         "the kernel of task '" + task.name + "' does not fit device " + device_.name +
                             ": one of its CTAs " + misfit);
      }
      if (device_.power && shape->power && *shape->power < device_.power->idle) {
        throw InputError(workload_.file, task.kernel->mark,
                         "the kernel of task '" + task.name + "' draws less than device " + device_.name +
                             " does idle, expected power.idle of its profile, or more");
      }
      work.kernel = add(unused_name(task), described_kernel(*device_.sm, *shape));
      instance_.kernels.back().task = task.name;
      work.subtasks = shape->ctas;
    }
    if (task.kernel && task.kernel->pace) {
      work.pace = static_cast<std::uint32_t>(instance_.paces.size());
      instance_.paces.push_back(*task.kernel->pace);
      instance_.paces.back().owner = task.name;
      const double slower = slowness(task.kernel->pace->phases);
      for (KernelPhase& phase : instance_.paces.back().phases) {
        phase.speed *= slower;
      }
    }
    return work;
  }

 private:
  std::uint32_t add(std::string name, KernelModel model) {
    instance_.kernels.push_back({std::move(name), std::move(model)});
    return static_cast<std::uint32_t>(instance_.kernels.size() - 1);
  }

  /// Neither a kernel of the profile is called so, nor that of another task.
  std::string unused_name(const Task& task) {
    std::string name = "kernel of '" + task.name + "'";
    while (device_.kernels.contains(name) || !own_.insert(name).second) {
      name += '\'';
    }
    return name;
  }

  const Workload& workload_;
  const Device& device_;
  Instance& instance_;
  std::map<std::string_view, std::uint32_t> numbers_;  ///< of the kernels that tasks name
  std::set<std::string> own_;                          ///< of those that they describe
};

/// What the kernels have to do on the SMs: Instance::chip, kernels and work.
void resolve_work(const Workload& workload, const Device& device, Instance& instance) {
  if (device.sm) {
    const bool hyper_q = !device.compute_capability || *device.compute_capability >= kHyperQ;
    instance.chip = Chip{.sm = *device.sm,
                         .grids = device.sm->grids.value_or(hyper_q ? kMostGrids : kMostGridsBeforeHyperQ),
                         .mig = device.mig,
                         .memory_bandwidth = device.memory_bandwidth,
                         .launch_latency = device.launch_latency.value_or(Millis{0}),
                         .interference = device.interference};
  }
  const bool any = std::any_of(workload.tasks.begin(), workload.tasks.end(), [&](const Task& task) {
    return work_as<KernelCall>(task) != nullptr || (device.sm && work_as<KernelShape>(task) != nullptr);
  });
  if (!any) {
    return;
  }
  KernelCollector kernels(workload, device, instance);
  instance.work.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    instance.work.insert(instance.work.end(), task.count, kernels.work_of(task));
  }
}

}  // namespace

Instance resolve(const Workload& workload, const Device& profile) {
  check_needs(workload, profile);
  const Device device = behind_bus(profile);
  Instance instance;
  instance.dma_engines = device.dma_engines;
  instance.gaps = device.gaps.value_or(StreamGaps{});
  instance.rates = resolve_rates(device);
  instance.jobs.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    Job job = resolve_task(task, workload, device);
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      job.release = release_of(task, repeat);
      instance.jobs.push_back(job);
    }
  }
  resolve_work(workload, device, instance);
  instance.power = device.power;
  resolve_fields(workload, device, instance);
  resolve_issue(workload, device, instance);
  instance.clients = workload.clients;
  instance.fingerprint = fingerprint(workload, instance);
  return instance;
}

Instance without_contention(Instance instance) {
  for (auto& direction : instance.rates) {
    for (auto& own : direction) {
      own.fill(1.0);
    }
  }
  for (Job& job : instance.jobs) {
    job.memory.fill(Memory::pinned);
    job.exclusive.fill(instance.dma_engines == 1);
  }
  return instance;
}

}  // namespace warpshop
