#include "dispatch/proxy_submitter.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "dispatch/proxy_buffers.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {
namespace {

bool holds_the_caller(const ProxyTask& task) {
  return (task.h2d && task.h2d->memory == Memory::pageable) || (task.d2h && task.d2h->memory == Memory::pageable);
}

/// Of a stage that is not the first.
Stage before(const ProxyEntry& entry, Stage stage) {
  return stage == Stage::d2h && entry.has(Stage::kernel) ? Stage::kernel : Stage::h2d;
}

}  // namespace

ProxySubmitter::ProxySubmitter(const gpu::Device& device, Listener listener)
    : listener_(std::move(listener)),
      streams_{gpu::Stream(device), gpu::Stream(device), gpu::Stream(device)},
      probe_(device) {
  for (const Stage stage : kStages) {
    lanes_[index(stage)].thread = std::thread([this, stage] { serve(stage); });
  }
}

void ProxySubmitter::submit(const EntryPointer& entry) {
  {
    const std::scoped_lock lock(mutex_);
    if (in_lanes_ > 0 || holds_the_caller(entry->task)) {
      ++in_lanes_;
      for (const Stage stage : kStages) {
        if (entry->has(stage)) {
          lanes_[index(stage)].queue.push_back(entry);
        }
      }
      changed_.notify_all();
      return;
    }
    entry->submitted_all = true;  // before anyone else can ask
  }
  for (const Stage stage : kStages) {
    if (entry->has(stage)) {
      submit_stage(*entry, stage);
    }
  }
  listener_.submitted(entry);
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
    if (stage == entry->last()) {
      listener_.submitted(entry);
    }
    lock.lock();
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
    } catch (const std::exception& error) {
      entry.error = error.what();
    } catch (...) {
      entry.error = "an exception that is no std::exception";
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
  stream.record(entry.events[index(stage)]->end);  // of what has been submitted, even if that is not all
  entry.recorded[index(stage)] = true;
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
  } catch (const DeviceError&) {
    return false;
  }
}

void ProxySubmitter::settle() noexcept {
  for (const gpu::Stream& stream : streams_) {
    try {
      stream.synchronize();
    } catch (const DeviceError&) {
      continue;  // lost: this is what that looks like
    }
  }
}

}  // namespace warpshop::dispatch
