#pragma once

#include <cstddef>
#include <functional>

#include "sim/model/timeline.hpp"

namespace warpshop::replay {

/// The most that a timeline has of everything; residencies it has none.
struct TimelineRoom {
  std::size_t intervals = 0;
  std::size_t devices = 0;  ///< of a fleet of several
};

/// What `replay` returns in a child of this process, which ends with it. SimGrid has one engine a process, whose clock
/// never goes back and which takes no new hosts once it has run; so each replay begins anew, and what it says does not
/// depend on those before it. Costs about two milliseconds. The child ignores what ends this process, and ends when
/// this thread does. Several threads may replay at a time: what the child does takes no lock that another thread could
/// have held when it began, but that of malloc, which fork() looks after.
///
/// room: the most that the timeline has. Throws std::bad_alloc, std::runtime_error with what `replay`
/// threw or why its process could not start or ended early.
Timeline in_own_process(const TimelineRoom& room, const std::function<Timeline()>& replay);

}  // namespace warpshop::replay
