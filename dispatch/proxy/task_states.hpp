#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "dispatch/proxy/proxy_entry.hpp"

namespace warpshop::dispatch {

/// What has become of every task of a proxy. Under the lock of ProxyCore.
class TaskStates {
 public:
  enum class State : std::uint8_t { waiting, on_its_way, done, failed };

  /// The next task; it waits.
  TaskId add() {
    tasks_.emplace(last_ + 1, Task{});
    return TaskId{++last_};
  }
  bool knows(TaskId id) const { return number(id) >= 1 && number(id) <= last_; }

  void start(const EntryPointer& entry) noexcept {
    tasks_.find(number(entry->id))->second = {.state = State::on_its_way, .entry = entry};
  }
  void end(TaskId id, bool done) noexcept {
    const auto task = tasks_.find(number(id));
    if (done) {
      tasks_.erase(task);
    } else {
      task->second = {.state = State::failed, .entry = nullptr};
    }
  }

  State state(TaskId id) const {
    const auto found = tasks_.find(number(id));
    return found == tasks_.end() ? State::done : found->second.state;
  }
  /// A task that is on its way.
  const EntryPointer& entry(TaskId id) const { return tasks_.at(number(id)).entry; }

 private:
  static std::uint64_t number(TaskId id) { return static_cast<std::uint64_t>(id); }

  struct Task {
    State state = State::waiting;
    EntryPointer entry;  ///< of one that is on its way
  };

  std::uint64_t last_ = 0;
  std::unordered_map<std::uint64_t, Task> tasks_;  ///< those that are not done; failed: and withdrawn ones
};

}  // namespace warpshop::dispatch
