#include "dispatch/task_bed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kPeriod = 251;  // of the bytes that stand for data nobody computes with
constexpr int kGarbage = 0xA5;

gpu::Space space_of(Memory memory) {
  return memory == Memory::pinned ? gpu::Space::pinned : gpu::Space::pageable;
}

std::size_t length(Bytes size) {
  return static_cast<std::size_t>(size.count);
}

/// The kernel's input, and bytes that tell their position where there is none.
void fill(std::span<std::byte> memory, const ConcreteTask& task) {
  const std::size_t known = task.data ? std::min(memory.size(), task.data->input.size()) : 0;
  if (known > 0) {
    std::memcpy(memory.data(), task.data->input.data(), known);
  }
  for (std::size_t i = known; i < memory.size(); ++i) {
    memory[i] = static_cast<std::byte>(i % kPeriod);
  }
}

/// Nobody allocates nothing.
std::optional<gpu::Buffer> allocate(const gpu::Device& device, gpu::Space space, Bytes size) {
  return std::optional<gpu::Buffer>(std::in_place, device, space, Bytes{std::max<std::int64_t>(size.count, 1)});
}

}  // namespace

TaskBed::TaskBed(const gpu::Device& device, ConcreteTask task) : device_(device), task_(std::move(task)) {
  if (task_.h2d) {
    from_ = allocate(device_, space_of(task_.h2d->memory), task_.h2d->size);
    fill(from_->bytes(), task_);
  }
  if (task_.d2h) {
    to_ = allocate(device_, space_of(task_.d2h->memory), task_.d2h->size);
  }
}

Bytes TaskBed::input_size() const {
  Bytes size = task_.h2d ? task_.h2d->size : Bytes{};
  if (task_.kernel != nullptr) {
    size = std::max(size, task_.kernel->layout(task_.elements).input);
  } else if (task_.d2h) {
    size = std::max(size, task_.d2h->size);
  }
  return size;
}

Bytes TaskBed::output_size() const {
  if (task_.kernel == nullptr) {
    return {};
  }
  return std::max(task_.kernel->layout(task_.elements).output, task_.d2h ? task_.d2h->size : Bytes{});
}

Bytes TaskBed::footprint() const {
  return Bytes{input_size().count + output_size().count};
}

void TaskBed::load(const gpu::Stream& stream) {
  input_ = allocate(device_, gpu::Space::device, input_size());
  if (task_.kernel != nullptr) {
    output_ = allocate(device_, gpu::Space::device, output_size());
  }
  if (!task_.h2d || task_.h2d->size < input_size()) {
    const gpu::Buffer resident(device_, gpu::Space::pageable, input_->size());
    fill(resident.bytes(), task_);
    stream.copy(*input_, resident);
    stream.synchronize();
  }
}

void TaskBed::unload() {
  input_.reset();
  output_.reset();
}

void TaskBed::submit(Stage stage, const gpu::Stream& stream) const {
  switch (stage) {
    case Stage::h2d:
      stream.copy(*input_, *from_, task_.h2d->size);
      break;
    case Stage::kernel:
      stream.launch(task_.kernel->code, task_.kernel->bind(input_->data(), output_->data(), task_.elements),
                    task_.kernel->layout(task_.elements).subtasks);
      break;
    case Stage::d2h:
      stream.copy(*to_, copied_out(), task_.d2h->size);
      break;
  }
}

void TaskBed::spoil(const gpu::Stream& stream) const {
  const Bytes most = std::max(task_.h2d ? task_.h2d->size : Bytes{}, output_ ? output_->size() : Bytes{});
  if (most.count > 0) {
    const gpu::Buffer garbage(device_, gpu::Space::pageable, most);
    std::memset(garbage.data(), kGarbage, length(most));
    if (task_.h2d) {
      stream.copy(*input_, garbage, task_.h2d->size);
    }
    if (output_) {
      stream.copy(*output_, garbage, output_->size());
    }
    stream.synchronize();
  }
  if (to_) {
    std::memset(to_->data(), kGarbage, length(to_->size()));
  }
}

bool TaskBed::correct(const gpu::Stream& stream) const {
  const Bytes copied = task_.d2h ? task_.d2h->size : Bytes{};
  if (task_.kernel == nullptr) {
    if (copied.count == 0) {
      return true;
    }
    std::vector<std::byte> expected(length(copied));
    fill(expected, task_);
    return std::memcmp(expected.data(), to_->data(), expected.size()) == 0;
  }
  const Bytes output = task_.kernel->layout(task_.elements).output;
  const gpu::Buffer found(device_, gpu::Space::pageable, output);
  stream.copy(found, *output_, output);
  stream.synchronize();
  if (to_) {
    std::memcpy(found.data(), to_->data(), length(std::min(copied, output)));
  }
  return task_.kernel->error(task_.data->expected, found.bytes()) <= task_.kernel->tolerance;
}

}  // namespace warpshop::dispatch
