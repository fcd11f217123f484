#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <vector>

#include "dispatch/beside/machine_threads.hpp"

namespace warpshop::test {

inline dispatch::CoreSet cores(std::initializer_list<std::size_t> numbers) {
  dispatch::CoreSet set;
  for (const std::size_t core : numbers) {
    set.add(core);
  }
  return set;
}

/// Threads of a machine that there is not.
class FakeThreads final : public dispatch::MachineThreads {
 public:
  struct Thread {
    int process = 0;
    dispatch::CoreSet cores;
    std::uint64_t started = 1;
    std::errc refuses = {};  ///< to be moved
    dispatch::ThreadTimes times = {};
    mutable int asked = 0;  ///< how often it was to be moved
  };

  std::vector<int> of_process(int process) override {
    std::vector<int> numbers;
    for (const auto& [number, thread] : threads) {
      if (thread.process == process) {
        numbers.push_back(number);
      }
    }
    return numbers;
  }
  std::optional<std::uint64_t> started(int thread) const override {
    const auto found = threads.find(thread);
    return found == threads.end() ? std::nullopt : std::optional(found->second.started);
  }
  std::errc cores_of(int thread, dispatch::CoreSet& set) const override {
    const auto found = threads.find(thread);
    if (found == threads.end()) {
      return std::errc::no_such_process;
    }
    set = found->second.cores;
    return {};
  }
  std::errc set_cores(int thread, const dispatch::CoreSet& set) const override {
    const auto found = threads.find(thread);
    if (found == threads.end() || vanishes == thread) {
      return std::errc::no_such_process;
    }
    ++found->second.asked;
    if (found->second.refuses == std::errc{}) {
      found->second.cores = set;
    }
    return found->second.refuses;
  }
  std::optional<dispatch::ThreadTimes> times(int thread) const override {
    const auto found = threads.find(thread);
    return found == threads.end() || !counts ? std::nullopt : std::optional(found->second.times);
  }

  mutable std::map<int, Thread> threads;
  int vanishes = 0;    ///< a thread, while it is looked at
  bool counts = true;  ///< times
};

}  // namespace warpshop::test
