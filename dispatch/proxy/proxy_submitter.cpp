#include "dispatch/proxy/proxy_submitter.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "dispatch/proxy/proxy_buffers.hpp"
#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {
namespace {

bool holds_the_caller(const ProxyTask& task) {
  return (task.h2d && task.h2d->memory == Memory::pageable) || (task.d2h && task.d2h->memory == Memory::pageable);
}

/// Of a stage that is not the first.
Stage before(const ProxyEntry& entry, Stage stage) {
  return stage == Stage::d2h && entry.has(Stage::kernel) ? Stage::kernel : Stage::h2d;
}

/// Returns when nothing of it is under way any more.
void await(const gpu::Stream& stream) noexcept {
  try {
    stream.synchronize();
  } catch (const std::exception&) {
    return;  // lost: this is what that looks like
  }
}

}  // namespace

ProxySubmitter::ProxySubmitter(const gpu::Device& device, Listener listener)
    : listener_(std::move(listener)),
      streams_{gpu::Stream(device), gpu::Stream(device), gpu::Stream(device)},
      probe_(device) {
  try {
    for (const Stage stage : kStages) {
      lanes_[index(stage)].thread = kernels::start_thread([this, stage] { serve(stage); });
    }
  } catch (...) {
    close();
    throw;
  }
}

void ProxySubmitter::submit(EntryList task) {
  const EntryPointer entry = task.front();
  {
    const std::scoped_lock lock(mutex_);
    if (in_lanes_ > 0 || holds_the_caller(entry->task)) {
      if (enqueue(entry)) {
        ++in_lanes_;
        parked_.splice(parked_.end(), task);
        changed_.notify_all();
        return;
      }
      entry->error = kNoMemory;
    }
    entry->submitted_all = true;  // before anyone else can ask
  }
  for (const Stage stage : kStages) {
    if (entry->has(stage)) {
      submit_stage(*entry, stage);
    }
  }
  listener_.submitted(std::move(task));
}

/// false: there is no memory for it, and it is in no lane.
bool ProxySubmitter::enqueue(const EntryPointer& entry) noexcept {
  std::size_t lanes = 0;  // that have it
  try {
    for (; lanes < lanes_.size(); ++lanes) {
      if (entry->has(kStages[lanes])) {
        lanes_[lanes].queue.push_back(entry);
      }
    }
    return true;
  } catch (const std::bad_alloc&) {
    while (lanes-- > 0) {
      if (entry->has(kStages[lanes])) {
        lanes_[lanes].queue.pop_back();
      }
    }
    return false;
  }
}

/// Takes out its node.
EntryList ProxySubmitter::parked(const EntryPointer& entry) noexcept {
  EntryList task;
  task.splice(task.begin(), parked_, std::ranges::find(parked_, entry));
  return task;
}

void ProxySubmitter::close() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (Lane& lane : lanes_) {
    if (lane.thread.joinable()) {
      lane.thread.join();
    }
  }
}

void ProxySubmitter::serve(Stage stage) {
  listener_.started();
  std::deque<EntryPointer>& queue = lanes_[index(stage)].queue;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return queue.empty() ? closing_ : may_submit(*queue.front(), stage); });
    if (queue.empty()) {
      return;
    }
    const EntryPointer entry = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    submit_stage(*entry, stage);
    lock.lock();
    if (stage == entry->last()) {
      EntryList task = parked(entry);
      lock.unlock();
      listener_.submitted(std::move(task));
      lock.lock();
    }
    passed(entry, stage);
  }
}

/// Whether everything has been submitted that the stage is to wait for on the device.
bool ProxySubmitter::may_submit(const ProxyEntry& entry, Stage stage) const {
  if (stage != entry.first()) {
    return entry.passed[index(before(entry, stage))];
  }
  return std::ranges::all_of(entry.after, [](const EntryPointer& other) { return other->submitted_all; });
}

void ProxySubmitter::passed(const EntryPointer& entry, Stage stage) {
  entry->passed[index(stage)] = true;
  if (stage == entry->last()) {
    entry->submitted_all = true;
    --in_lanes_;
  }
  changed_.notify_all();
}

void ProxySubmitter::submit_stage(ProxyEntry& entry, Stage stage) {
  const auto start = Clock::now();
  if (entry.error.empty()) {
    try {
      attempt(entry, stage);
    } catch (...) {
      note_exception(entry.error);
    }
    if (!entry.error.empty() && !alive()) {
      listener_.lost(entry.error);
    }
  }
  spent_ += std::chrono::nanoseconds(Clock::now() - start).count();
}

void ProxySubmitter::attempt(ProxyEntry& entry, Stage stage) {
  const gpu::Stream& stream = streams_[index(stage)];
  if (stage != entry.first()) {
    stream.wait(entry.events[index(before(entry, stage))]->end);
  } else {
    for (const EntryPointer& other : std::exchange(entry.after, {})) {
      if (!other->error.empty()) {
        throw std::runtime_error(not_done(other->id));
      }
      stream.wait(*other->end());
    }
  }
  stream.record(entry.events[index(stage)]->start);
  std::exception_ptr problem;
  try {
    run(entry, stage);
  } catch (...) {
    problem = std::current_exception();
  }
  try {
    stream.record(entry.events[index(stage)]->end);  // of what has been submitted, even if that is not all
    entry.recorded[index(stage)] = true;
  } catch (...) {  // nobody could tell when that ends
    await(stream);
    throw;
  }
  if (problem) {
    std::rethrow_exception(problem);
  }
}

void ProxySubmitter::run(ProxyEntry& entry, Stage stage) {
  const gpu::Stream& stream = streams_[index(stage)];
  gpu::Driver& driver = stream.device().driver();
  const ProxyTask& task = entry.task;
  const auto memory = [](const DevicePool::Block& block) { return block ? block->data() : nullptr; };
  if (stage == Stage::kernel) {
    task.launch(stream, memory(entry.input), memory(entry.output));
  } else if (stage == Stage::h2d) {
    driver.copy(stream.state(), memory(entry.input), task.h2d->from.data(),
                Bytes{static_cast<std::int64_t>(task.h2d->from.size())}, Direction::h2d, task.h2d->memory);
  } else {
    driver.copy(stream.state(), task.d2h->to.data(), memory(entry.output),
                Bytes{static_cast<std::int64_t>(task.d2h->to.size())}, Direction::d2h, task.d2h->memory);
  }
}

bool ProxySubmitter::alive() noexcept {
  try {
    streams_.front().record(probe_);
    return true;
  } catch (const std::bad_alloc&) {
    return true;  // that says nothing of the device
  } catch (const std::exception&) {
    return false;
  }
}

void ProxySubmitter::settle() noexcept {
  for (const gpu::Stream& stream : streams_) {
    await(stream);
  }
}

}  // namespace warpshop::dispatch
