#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What CUDA gives a process, unless CUDA_DEVICE_MAX_CONNECTIONS says otherwise (CUDA programming guide, environment
/// variables). Hyper-Q has up to 32 (S5 2.2.1).
inline constexpr std::uint32_t kHardwareQueues = 8;

/// The hardware queues that feed kernels to a GPU. A kernel goes once it is ready and stands at the front of its queue,
/// so that one which waits for its copies or its stream holds up all behind it, and none overtakes another.
///
/// Tasks are issued as `order` lists them, but none before one that it comes after. A task goes into the stream of one
/// that it comes after, if it is the first to follow it there; else into a new one: nothing waits in a stream but for
/// what it comes after. Streams feed the queues in turn. Kernels that take no time are in no queue, nor, where kernels
/// run one at a time, those that leave the engine to others (Job::beside).
class HardwareQueues {
 public:
  /// O(n log n). order: tasks; queues ≥ 1.
  HardwareQueues(const Instance& instance, std::span<const std::uint32_t> order, std::size_t queues,
                 bool one_kernel_at_a_time);

  /// The kernel of a task, which takes time, has become ready; go(task) of those that go now, in order of issue.
  template <class Go>
  void arrive(std::uint32_t task, const Go& go) {
    ready_[task] = true;
    for (Queue& queue = queues_[queue_of_[task]]; queue.next < queue.tasks.size() && ready_[queue.tasks[queue.next]];
         ++queue.next) {
      go(queue.tasks[queue.next]);
    }
  }
  /// How many tasks are issued before it.
  std::uint32_t issued_at(std::uint32_t task) const { return issued_at_[task]; }

 private:
  struct Queue {
    std::vector<std::uint32_t> tasks;
    std::size_t next = 0;
  };

  std::vector<Queue> queues_;
  std::vector<std::uint32_t> queue_of_;   ///< by task
  std::vector<std::uint32_t> issued_at_;  ///< by task
  std::vector<bool> ready_;               ///< by task
};

}  // namespace warpshop::evaluate
