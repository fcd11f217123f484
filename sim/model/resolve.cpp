#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/model/error.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/needs.hpp"
#include "sim/model/resolve_copy.hpp"
#include "sim/model/resolve_fields.hpp"

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
  if (const auto* duration = std::get_if<Millis>(&spec.work)) {
    return *duration;
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
    const Copy copy = resolve_copy(*spec, device.transfer(spec->memory, direction));
    check_duration(copy.latency + copy.payload, workload, spec->mark);
    const std::size_t side = index(direction);
    job.copies[side] = copy;
    job.memory[side] = spec->memory;
    job.exclusive[side] = device.dma_engines == 1 || spec->memory == Memory::pageable;
  };
  take_copy(Direction::h2d, task.h2d);
  take_copy(Direction::d2h, task.d2h);
  if (task.kernel) {
    job.kernel = resolve_kernel(*task.kernel, workload, device);
    check_duration(job.kernel, workload, task.kernel->mark);
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

/// What the kernels have to do on the SMs: Instance::chip, kernels and work.
void resolve_work(const Workload& workload, const Device& device, Instance& instance) {
  if (device.sm) {
    instance.chip = Chip{.sm = *device.sm,
                         .memory_bandwidth = device.memory_bandwidth,
                         .launch_latency = device.launch_latency.value_or(Millis{0}),
                         .interference = device.interference};
  }
  std::map<std::string_view, std::uint32_t> numbers;  // of the kernels that tasks name
  const auto call_of = [](const Task& task) {
    return task.kernel ? std::get_if<KernelCall>(&task.kernel->work) : nullptr;
  };
  for (const Task& task : workload.tasks) {
    if (const KernelCall* call = call_of(task)) {
      numbers.emplace(call->name, 0);
    }
  }
  if (numbers.empty()) {
    return;
  }
  for (auto& [name, number] : numbers) {
    number = static_cast<std::uint32_t>(instance.kernels.size());
    instance.kernels.push_back({std::string(name), device.kernels.find(name)->second});
  }
  instance.work.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    KernelWork work;
    if (const KernelCall* call = call_of(task)) {
      work.kernel = numbers.at(call->name);
      work.subtasks = instance.kernels[work.kernel].model.subtasks(call->elements);
    }
    instance.work.insert(instance.work.end(), task.count, work);
  }
}

}  // namespace

Instance resolve(const Workload& workload, const Device& device) {
  check_needs(workload, device);
  Instance instance;
  instance.dma_engines = device.dma_engines;
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
  resolve_fields(workload, device, instance);
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
