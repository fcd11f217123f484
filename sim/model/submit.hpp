#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop {

/// Who issues the commands of a workload.
enum class Submit : std::uint8_t {
  thread_per_task,  ///< a host thread for each task: what holds one up holds up nobody else
  one_thread,       ///< one host thread of each program issues its, in the plan's order; of several GPUs one for each
};
inline constexpr std::array kSubmits{Submit::thread_per_task, Submit::one_thread};

constexpr std::string_view name(Submit submit) {
  return submit == Submit::one_thread ? "one_thread" : "thread_per_task";
}

/// In which order the commands of a plan are issued, round by round where memory is short.
enum class IssueOrder : std::uint8_t {
  depth_first,    ///< task by task
  breadth_first,  ///< all copies in, then all kernels, then all copies out
};
inline constexpr std::array kIssueOrders{IssueOrder::depth_first, IssueOrder::breadth_first};

constexpr std::string_view name(IssueOrder order) {
  return order == IssueOrder::depth_first ? "depth_first" : "breadth_first";
}

/// What the order in which commands are issued holds back.
struct IssueRules {
  IssueOrder order = IssueOrder::depth_first;
  /// One host thread of each program issues them, and that may make a difference: Job::blocks, Job::legacy, a release,
  /// a wait by the host, Instance::host.
  bool one_thread = false;
  std::uint32_t programs = 1;  ///< of one_thread
  /// Before Hyper-Q: every copy engine serves its copies in the order in which they were issued.
  bool copies_in_turn = false;
  /// A copy out that depends on a kernel waits for all kernels that were issued before it.
  bool copies_out_wait = false;

  /// Whether they hold back anything that ordered submission does not.
  bool any() const { return one_thread || copies_in_turn || copies_out_wait; }
  friend bool operator==(const IssueRules&, const IssueRules&) = default;
};

/// `by one host thread, depth first`: how commands are issued, where that holds something back; empty elsewhere.
std::string text(const IssueRules& rules);

/// The largest copy in of pageable memory that does not hold up its host thread: "Memory copies from host to device of
/// a memory block of 64 KB or less" are asynchronous (CUDA C++ Programming Guide, Concurrent Execution between Host and
/// Device).
inline constexpr Bytes kLargestUnheldCopyIn{65'536};

}  // namespace warpshop
