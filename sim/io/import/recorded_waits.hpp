#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// No command, no call: commands and calls are positions in the lists of a RecordedTrace.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Who waited for whom in a recording, by what it says itself: streams, events, synchronisations, calls that block.
struct RecordedWaits {
  std::vector<std::uint32_t> call_of;               ///< by command: the outermost call that issued it; or kNone
  std::vector<std::uint32_t> stream_predecessor;    ///< by command: the one before it in its stream; or kNone, as of
                                                    ///< pages that were touched
  std::vector<std::vector<std::uint32_t>> events;   ///< by command: of other streams, which its stream waited for
  std::vector<bool> nested;                         ///< by call: made by another call of the same thread
  std::vector<std::vector<std::uint32_t>> issued;   ///< by call that is not nested: its commands
  std::vector<std::vector<std::uint32_t>> awaited;  ///< by call: commands that the host waited for there
  std::size_t guessed_events = 0;  ///< waits for events of which the recording does not say where they were recorded
  std::size_t guessed_calls = 0;   ///< synchronisations of which it does not say what with
};

/// A process waits for its own commands alone. A wait for an event that was recorded nobody knows where is taken for
/// one for the last command of every other stream that was issued before the last event was recorded, unless that
/// command ended too late for that. A synchronisation with an unknown stream waits for what ended last while it lasted.
RecordedWaits find_waits(const RecordedTrace& trace);

}  // namespace warpshop::io
