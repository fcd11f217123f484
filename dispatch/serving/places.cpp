#include "dispatch/serving/places.hpp"

#include <algorithm>
#include <new>

#include "dispatch/proxy/proxy_entry.hpp"

namespace warpshop::dispatch {

ResultRoom room_for_results(const gpu::Device& device, const std::vector<ServedTask>& served) {
  std::array<ConcreteTask::Transfer, 2> most{{{{}, Memory::pinned}, {{}, Memory::pageable}}};  // [Memory]
  for (const ServedTask& task : served) {
    if (const auto& copy = task.copied_out()) {
      Bytes& size = most[index(copy->memory)].size;
      size = std::max(size, copy->size);
    }
  }
  ResultRoom room;
  for (const ConcreteTask::Transfer& copy : most) {
    if (copy.size.count > 0) {
      room[index(copy.memory)].emplace(device, copy.space(), copy.size);
    }
  }
  return room;
}

const gpu::Buffer* results_of(const ServedTask& task, const ResultRoom& room) {
  return task.copied_out() ? &*room[index(task.copied_out()->memory)] : nullptr;
}

Places::Places(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served, ServedTraceLog* log)
    : served_(served), log_(log), places_(count) {
  for (Place& place : places_) {
    place.room = room_for_results(device, served);
  }
}

Places::Place& Places::await() {
  std::unique_lock lock(mutex_);
  const auto idle = [](const Place& place) { return !place.busy; };
  changed_.wait(lock, [&] { return std::any_of(places_.begin(), places_.end(), idle); });
  return *std::find_if(places_.begin(), places_.end(), idle);
}

void Places::begin(Place& place) {
  const std::scoped_lock lock(mutex_);
  place.ran = true;
  place.busy = true;
}

void Places::refuse(Place& place) {
  const std::scoped_lock lock(mutex_);
  place.ran = false;
  place.busy = false;
}

void Places::end(Place& place, const Outcome& outcome) noexcept {
  if (log_ != nullptr) {
    try {
      log_->done(outcome, served_[place.kind].name());
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): one that the trace does not show
    }
  }
  const std::scoped_lock lock(mutex_);
  try {
    place.outcome = outcome;
  } catch (const std::bad_alloc&) {  // for its error: there is nothing else to copy
    note_error(place.outcome.error, kNoMemory);
  }
  place.busy = false;
  changed_.notify_all();
}

}  // namespace warpshop::dispatch
