#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dispatch/proxy_entry.hpp"

namespace warpshop::dispatch {

/// What has become of every task of a proxy. Under the lock of ProxyCore.
class ProxyLedger {
 public:
  enum class State : std::uint8_t { waiting, on_its_way, done, failed };

  /// The next task; it waits.
  TaskId add() {
    live_.emplace(++last_, nullptr);
    return TaskId{last_};
  }
  bool knows(TaskId id) const { return number(id) >= 1 && number(id) <= last_; }

  void start(const EntryPointer& entry) { live_[number(entry->id)] = entry; }
  void end(TaskId id, bool done) {
    live_.erase(number(id));
    if (!done) {
      failed_.insert(number(id));
    }
  }

  State state(TaskId id) const {
    const auto found = live_.find(number(id));
    if (found != live_.end()) {
      return found->second ? State::on_its_way : State::waiting;
    }
    return failed_.contains(number(id)) ? State::failed : State::done;
  }
  /// A task that is on its way.
  const EntryPointer& entry(TaskId id) const { return live_.at(number(id)); }

 private:
  static std::uint64_t number(TaskId id) { return static_cast<std::uint64_t>(id); }

  std::uint64_t last_ = 0;
  std::unordered_map<std::uint64_t, EntryPointer> live_;  ///< nullptr: waits
  std::unordered_set<std::uint64_t> failed_;              ///< and withdrawn ones
};

}  // namespace warpshop::dispatch
