#include "dispatch/plan/task_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace warpshop::dispatch {
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
