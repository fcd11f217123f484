#include "dispatch/serving/served_task.hpp"

#include <cstring>
#include <utility>

#include "sim/model/device_error.hpp"
#include "sim/model/task_place.hpp"

namespace warpshop::dispatch {
namespace {

constexpr int kUnwritten = 0xA5;

}  // namespace

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

ProxyTask ServedTask::once(const gpu::Buffer* results, std::function<void(const Outcome&)> done) const {
  ProxyTask task{.input = task_.input_size(), .output = task_.output_size(), .done = std::move(done)};
  if (from_) {
    task.h2d = copy_in(*from_);
  }
  if (task_.kernel != nullptr) {
    task.kernel = KernelCall{std::string(task_.kernel->code.name), task_.elements};
    task.launch = [kernel = task_.kernel, elements = task_.elements](const gpu::Stream& stream, std::byte* input,
                                                                     std::byte* output) {
      stream.launch(kernel->code, kernel->bind(input, output, elements), kernel->layout(elements).subtasks);
    };
  }
  if (task_.d2h) {
    const auto size = static_cast<std::size_t>(task_.d2h->size.count);
    if (shows_results()) {
      std::memset(results->data(), kUnwritten, size);
    }
    task.d2h = CopyOut{.to = results->bytes().first(size), .memory = task_.d2h->memory};
  }
  if (!task.h2d && !task.launch && !task.d2h) {
    task.launch = [](const gpu::Stream&, std::byte*, std::byte*) {};
  }
  return task;
}

bool ServedTask::correct(const gpu::Buffer& results) const {
  const auto output = static_cast<std::size_t>(task_.kernel->layout(task_.elements).output.count);
  return task_.kernel->error(task_.data->expected, results.bytes().first(output)) <= task_.kernel->tolerance;
}

std::vector<ServedTask> served_tasks(const gpu::Device& device, const Workload& realised, bool check) {
  Workload once = realised;
  for (Task& task : once.tasks) {
    task.count = 1;
  }
  const std::vector<ConcreteTask> concrete = concrete_tasks(once, check);
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
