#include "dispatch/serving/tasks_in_flight.hpp"

#include <algorithm>
#include <new>

#include "dispatch/proxy/proxy_entry.hpp"

namespace warpshop::dispatch {

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

const gpu::Buffer* results_of(const ServedTask& task, const ResultBuffers& results) {
  return task.copied_out() ? &*results[index(task.copied_out()->memory)] : nullptr;
}

TasksInFlight::TasksInFlight(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served,
                             ServedTraceLog* log)
    : served_(served), log_(log), slots_(count) {
  for (Slot& slot : slots_) {
    slot.results = buffers_for_results(device, served);
  }
}

TasksInFlight::Slot& TasksInFlight::await() {
  std::unique_lock lock(mutex_);
  const auto idle = [](const Slot& slot) { return !slot.busy; };
  changed_.wait(lock, [&] { return std::any_of(slots_.begin(), slots_.end(), idle); });
  return *std::find_if(slots_.begin(), slots_.end(), idle);
}

void TasksInFlight::begin(Slot& slot) {
  const std::scoped_lock lock(mutex_);
  slot.ran = true;
  slot.busy = true;
}

void TasksInFlight::refuse(Slot& slot) {
  const std::scoped_lock lock(mutex_);
  slot.ran = false;
  slot.busy = false;
}

void TasksInFlight::end(Slot& slot, const Outcome& outcome) noexcept {
  if (log_ != nullptr) {
    try {
      log_->done(outcome, served_[slot.kind].name());
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): one that the trace does not show
    }
  }
  const std::scoped_lock lock(mutex_);
  try {
    slot.outcome = outcome;
  } catch (const std::bad_alloc&) {  // for its error: there is nothing else to copy
    note_error(slot.outcome.error, kNoMemory);
  }
  slot.busy = false;
  changed_.notify_all();
}

}  // namespace warpshop::dispatch
