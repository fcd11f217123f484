#include "dispatch/plan/concrete_task.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpshop::dispatch {
namespace {

constexpr std::uint64_t kSeed = 3141;
constexpr std::size_t kPeriod = 251;  // of the bytes that stand for data nobody computes with

std::shared_ptr<const KernelData> make_data(const kernels::Kernel& kernel, std::int64_t elements, bool check) {
  const kernels::Layout layout = kernel.layout(elements);
  auto data = std::make_shared<KernelData>();
  data->input.resize(static_cast<std::size_t>(layout.input.count));
  kernel.fill(data->input, elements, kSeed);
  if (check) {
    data->expected.resize(static_cast<std::size_t>(layout.output.count));
    kernel.reference(data->input, data->expected, elements);
  }
  return data;
}

std::optional<ConcreteTask::Transfer> transfer(const std::optional<CopySpec>& copy) {
  if (!copy) {
    return {};
  }
  return ConcreteTask::Transfer{std::get<Bytes>(copy->amount), copy->memory};
}

}  // namespace

Bytes ConcreteTask::input_size() const {
  Bytes size = h2d ? h2d->size : Bytes{};
  if (kernel != nullptr) {
    size = std::max(size, kernel->layout(elements).input);
  } else if (d2h) {
    size = std::max(size, d2h->size);
  }
  return size;
}

Bytes ConcreteTask::output_size() const {
  if (kernel == nullptr) {
    return {};
  }
  return std::max(kernel->layout(elements).output, d2h ? d2h->size : Bytes{});
}

bool ConcreteTask::shows_results() const {
  return kernel != nullptr && h2d && d2h && h2d->size >= kernel->layout(elements).input &&
         d2h->size >= kernel->layout(elements).output;
}

void ConcreteTask::fill(std::span<std::byte> memory) const {
  const std::size_t known = data ? std::min(memory.size(), data->input.size()) : 0;
  if (known > 0) {
    std::memcpy(memory.data(), data->input.data(), known);
  }
  for (std::size_t i = known; i < memory.size(); ++i) {
    memory[i] = static_cast<std::byte>(i % kPeriod);
  }
}

TaskCommands ConcreteTask::commands(const gpu::Buffer* from, const gpu::Buffer* to) const {
  TaskCommands commands;
  if (h2d) {
    commands.h2d = CopyIn{from->bytes().first(static_cast<std::size_t>(h2d->size.count)), h2d->memory};
  }
  if (kernel != nullptr) {
    commands.launch = [kernel = kernel, elements = elements](const gpu::Stream& stream, std::byte* input,
                                                             std::byte* output) {
      stream.launch(kernel->code, kernel->bind(input, output, elements), kernel->layout(elements).subtasks);
    };
  }
  if (d2h) {
    commands.d2h = CopyOut{to->bytes().first(static_cast<std::size_t>(d2h->size.count)), d2h->memory};
  }
  return commands;
}

std::vector<ConcreteTask> concrete_tasks(const Workload& realised, bool check) {
  std::map<std::pair<std::string, std::int64_t>, std::shared_ptr<const KernelData>> data;
  std::vector<ConcreteTask> tasks;
  tasks.reserve(realised.size());
  for (const Task& task : realised.tasks) {
    ConcreteTask concrete{.h2d = transfer(task.h2d), .d2h = transfer(task.d2h)};
    if (task.kernel) {
      const auto& call = std::get<KernelCall>(task.kernel->work);
      concrete.kernel = kernels::find(call.name);
      concrete.elements = call.elements;
      auto& shared = data[{call.name, call.elements}];
      if (!shared) {
        shared = make_data(*concrete.kernel, concrete.elements, check);
      }
      concrete.data = shared;
    }
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      concrete.release = release_of(task, repeat);
      tasks.push_back(concrete);
    }
  }
  return tasks;
}

namespace {

std::size_t length(Bytes size) {
  return static_cast<std::size_t>(size.count);
}

/// Nobody allocates nothing.
std::optional<gpu::Buffer> allocate(const gpu::Device& device, gpu::Space space, Bytes size) {
  return std::optional<gpu::Buffer>(std::in_place, device, space, Bytes{std::max<std::int64_t>(size.count, 1)});
}

}  // namespace

TaskMemory::TaskMemory(gpu::Device device, ConcreteTask task) : device_(std::move(device)), task_(std::move(task)) {
  if (task_.h2d) {
    from_ = allocate(device_, task_.h2d->space(), task_.h2d->size);
    task_.fill(from_->bytes());
  }
  if (task_.d2h) {
    to_ = allocate(device_, task_.d2h->space(), task_.d2h->size);
  }
  commands_ = task_.commands(from_ ? &*from_ : nullptr, to_ ? &*to_ : nullptr);
}

Bytes TaskMemory::footprint() const {
  return Bytes{task_.input_size().count + task_.output_size().count};
}

void TaskMemory::load(const gpu::Stream& stream) {
  input_ = allocate(device_, gpu::Space::device, task_.input_size());
  if (task_.kernel != nullptr) {
    output_ = allocate(device_, gpu::Space::device, task_.output_size());
  }
  if (!task_.h2d || task_.h2d->size < task_.input_size()) {
    const gpu::Buffer resident(device_, gpu::Space::pageable, input_->size());
    task_.fill(resident.bytes());
    stream.copy(*input_, resident);
    stream.synchronize();
  }
}

void TaskMemory::unload() {
  input_.reset();
  output_.reset();
}

KernelLaunch TaskMemory::kernel() const {
  return {.code = task_.kernel->code,
          .arguments = task_.kernel->bind(input_->data(), output_->data(), task_.elements),
          .subtasks = task_.kernel->layout(task_.elements).subtasks};
}

void TaskMemory::spoil(const gpu::Stream& stream) const {
  const Bytes most = std::max(task_.h2d ? task_.h2d->size : Bytes{}, output_ ? output_->size() : Bytes{});
  if (most.count > 0) {
    const gpu::Buffer garbage(device_, gpu::Space::pageable, most);
    std::memset(garbage.data(), kNoResult, length(most));
    if (task_.h2d) {
      stream.copy(*input_, garbage, task_.h2d->size);
    }
    if (output_) {
      stream.copy(*output_, garbage, output_->size());
    }
    stream.synchronize();
  }
  if (to_) {
    std::memset(to_->data(), kNoResult, length(to_->size()));
  }
}

bool TaskMemory::correct(const gpu::Stream& stream) const {
  const Bytes copied = task_.d2h ? task_.d2h->size : Bytes{};
  if (task_.kernel == nullptr) {
    if (copied.count == 0) {
      return true;
    }
    std::vector<std::byte> expected(length(copied));
    task_.fill(expected);
    return std::memcmp(expected.data(), to_->data(), expected.size()) == 0;
  }
  const Bytes output = task_.kernel->layout(task_.elements).output;
  const gpu::Buffer found(device_, gpu::Space::pageable, output);
  stream.copy(found, *output_, output);
  stream.synchronize();
  if (to_) {
    std::memcpy(found.data(), to_->data(), length(std::min(copied, output)));
  }
  return task_.correct(found.bytes());
}

}  // namespace warpshop::dispatch
