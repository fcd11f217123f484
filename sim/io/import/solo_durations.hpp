#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// What commands take when no other runs.
struct SoloDurations {
  std::vector<std::chrono::nanoseconds> of;  ///< by command
  std::vector<bool> overlapped;              ///< by command: another one ran at the same time for some of it
  std::size_t replaced = 0;                  ///< overlapped ones that have the least duration of their like
  std::size_t kept = 0;                      ///< overlapped ones whose like always overlapped: what was recorded
};

/// Commands that overlapped another one, by more than the recording's resolution, get the least duration of those of
/// their like that did not: the same kernel, grid and CTA; the same kind of copy, memory and size. Where grid or size
/// was not recorded, nothing is like it.
SoloDurations find_solo_durations(const RecordedTrace& trace);

}  // namespace warpshop::io
