#include "dispatch/serving/served_task.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {
ServedTask::ServedTask(const gpu::Device& device, ConcreteTask task, std::string name, std::uint32_t repeats)
    : task_(std::move(task)), name_(std::move(name)), repeats_(repeats) {
  if (task_.h2d && task_.h2d->size.count == 0) {
    task_.h2d.reset();
  }
  if (task_.d2h && task_.d2h->size.count == 0) {
    task_.d2h.reset();
  }
  if (task_.h2d) {
    from_.emplace(device, task_.h2d->space(), task_.h2d->size);
    task_.fill(from_->bytes());
  }
}

ProxyTask ServedTask::once(const ResultBuffers& results, std::function<void(const Outcome&)> done) const {
  const gpu::Buffer* to = task_.d2h ? &*results[index(task_.d2h->memory)] : nullptr;
  if (shows_results()) {
    std::memset(to->data(), kNoResult, static_cast<std::size_t>(task_.d2h->size.count));
  }
  TaskCommands commands = task_.commands(from_ ? &*from_ : nullptr, to);
  if (!commands.h2d && !commands.launch && !commands.d2h) {
    commands.launch = [](const gpu::Stream&, std::byte*, std::byte*) {};
  }
  ProxyTask task{.h2d = commands.h2d,
                 .launch = std::move(commands.launch),
                 .d2h = commands.d2h,
                 .input = task_.input_size(),
                 .output = task_.output_size(),
                 .done = std::move(done)};
  if (task_.kernel != nullptr) {
    task.kernel = KernelCall{std::string(task_.kernel->code.name), task_.elements};
  }
  return task;
}

bool ServedTask::correct(const ResultBuffers& results) const {
  const auto output = static_cast<std::size_t>(task_.kernel->layout(task_.elements).output.count);
  return task_.correct(results[index(task_.d2h->memory)]->bytes().first(output));
}

ResultBuffers buffers_for_results(const gpu::Device& device, const std::vector<ServedTask>& served) {
  std::array<ConcreteTask::Transfer, 2> most{{{{}, Memory::pinned}, {{}, Memory::pageable}}};  // [Memory]
  for (const ServedTask& task : served) {
    if (const auto& copy = task.copied_out()) {
      Bytes& size = most[index(copy->memory)].size;
      size = std::max(size, copy->size);
    }
  }
  ResultBuffers results;
  for (const ConcreteTask::Transfer& copy : most) {
    if (copy.size.count > 0) {
      results[index(copy.memory)].emplace(device, copy.space(), copy.size);
    }
  }
  return results;
}

void check_inputs(const Workload& workload, const Workload& realised) {
  for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
    const Task& task = workload.tasks[i];
    if (!task.kernel || !std::holds_alternative<KernelCall>(task.kernel->work)) {
      continue;
    }
    const auto& call = std::get<KernelCall>(task.kernel->work);
    const Bytes needed = kernels::find(call.name)->layout(call.elements).input;
    const auto& h2d = realised.tasks[i].h2d;
    if (!h2d || std::get<Bytes>(h2d->amount) < needed) {
      throw InputError(workload.file, task.kernel->mark,
                       fmt::format("task '{}' copies in less than its kernel reads, expected an h2d of {} B at least",
                                   task.name, needed.count));
    }
  }
}

Workload each_repeated(Workload workload, std::uint32_t count) {
  for (Task& task : workload.tasks) {
    task.count = count;
  }
  return workload;
}

std::vector<ServedTask> served_tasks(const gpu::Device& device, const Workload& realised, bool check) {
  const std::vector<ConcreteTask> concrete = concrete_tasks(each_repeated(realised, 1), check);
  std::vector<ServedTask> served;
  served.reserve(concrete.size());
  for (std::size_t i = 0; i < concrete.size(); ++i) {
    const Task& task = realised.tasks[i];
    try {
      served.emplace_back(device, concrete[i], task.name, task.count);
    } catch (const DeviceError& error) {
      throw error.during(task_place(realised, task));
    }
  }
  return served;
}

}  // namespace warpshop::dispatch
