#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What CUDA gives a process, unless CUDA_DEVICE_MAX_CONNECTIONS says otherwise (CUDA programming guide, environment
/// variables). Hyper-Q has up to 32 (S5 2.2.1).
inline constexpr std::uint32_t kHardwareQueues = 8;

/// The hardware queues that feed kernels to a GPU. A kernel enters its queue when the host issues it, and goes once it
/// is ready and stands at the front: one which waits for its copies or its stream holds up all behind it, and none
/// overtakes another; one that the host has not issued holds up nobody.
///
/// A task goes into the stream of one that it comes after, if it is the first to follow it there, by issued_slots();
/// else into a new one: nothing waits in a stream but for what it comes after. Streams feed the queues in turn. Kernels
/// that take no time are in no queue, nor, where kernels run one at a time, those that leave the engine to others
/// (Job::beside).
class HardwareQueues {
 public:
  /// O(n log n). order: tasks; queues ≥ 1.
  HardwareQueues(const Instance& instance, std::span<const std::uint32_t> order, std::size_t queues,
                 bool one_kernel_at_a_time);

  /// The host has issued the kernel of a task, later than those before.
  void issue(std::uint32_t task) {
    turn_[task] = issued_++;
    if (queue_of_[task] != kNoQueue) {
      queues_[queue_of_[task]].push_back(task);
    }
  }
  /// The kernel of a task, which takes time, has become ready.
  void arrive(std::uint32_t task) { ready_[task] = true; }
  /// go(task) of those that go now, in order of issue.
  template <class Go>
  void go_on(const Go& go) {
    std::vector<std::uint32_t> gone;
    for (std::deque<std::uint32_t>& queue : queues_) {
      for (; !queue.empty() && ready_[queue.front()]; queue.pop_front()) {
        gone.push_back(queue.front());
        ready_[queue.front()] = false;
      }
    }
    std::sort(gone.begin(), gone.end(), [&](std::uint32_t a, std::uint32_t b) { return turn_[a] < turn_[b]; });
    std::for_each(gone.begin(), gone.end(), go);
  }
  /// How many tasks were issued before it.
  std::uint32_t turn(std::uint32_t task) const { return turn_[task]; }

 private:
  static constexpr std::uint32_t kNoQueue = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::deque<std::uint32_t>> queues_;  ///< tasks
  std::vector<std::uint32_t> queue_of_;            ///< by task
  std::vector<std::uint32_t> turn_;                ///< by task that has been issued
  std::vector<bool> ready_;                        ///< by task
  std::uint32_t issued_ = 0;
};

}  // namespace warpshop::evaluate
