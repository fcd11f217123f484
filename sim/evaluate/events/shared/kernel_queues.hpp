#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// Counts kernels as they are first given something.
using LaunchTurn = std::uint64_t;

/// Kernels that have been given the same and hold nothing: none goes before those ahead of it.
struct KernelQueue {
  Allocation asked;
  std::map<LaunchTurn, std::uint32_t> slots;

  LaunchTurn first() const { return slots.begin()->first; }
};

/// One for each allocation, however many kernels wait.
class KernelQueues {
 public:
  void add(LaunchTurn turn, std::uint32_t slot, const Allocation& asked) {
    std::erase_if(queues_, [](const KernelQueue& each) { return each.slots.empty(); });
    auto place = std::find_if(queues_.begin(), queues_.end(), [&](const auto& each) { return each.asked == asked; });
    if (place == queues_.end()) {
      place = queues_.insert(place, {.asked = asked, .slots = {}});
    }
    place->slots.emplace(turn, slot);
  }
  /// One that waits has been given something else; whether it had not been given that.
  bool move(LaunchTurn turn, std::uint32_t slot, const Allocation& asked) {
    const auto from = std::find_if(queues_.begin(), queues_.end(),
                                   [&](const auto& each) { return each.asked != asked && each.slots.contains(turn); });
    if (from == queues_.end()) {
      return false;
    }
    from->slots.erase(turn);
    add(turn, slot, asked);
    return true;
  }
  const std::vector<KernelQueue>& all() const { return queues_; }
  /// Those of kernels that may be launched, until the next call of add() or move().
  std::vector<KernelQueue*> open() {
    std::vector<KernelQueue*> open;
    for (KernelQueue& each : queues_) {
      if (!each.asked.empty() && !each.slots.empty()) {
        open.push_back(&each);
      }
    }
    return open;
  }

 private:
  std::vector<KernelQueue> queues_;
};

}  // namespace warpshop::evaluate
