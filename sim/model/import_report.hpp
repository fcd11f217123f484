#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// Why the GPU stood idle until a command began, as far as it was recorded.
enum class IdleReason : std::uint8_t {
  host,              ///< the host called for the command when half of the time was over, or more
  host_that_waited,  ///< the same, and had waited for the command before to end
  launch,            ///< the host had called before, and the command began so much later
  unknown,           ///< it had been called for before what it was behind ended, and nothing is known to have held it
  pages,             ///< it is pages of unified memory that move because a kernel, or the host, touches them
  uncalled,          ///< its call was not recorded
};

/// In which no command of the GPU ran.
struct IdleSpan {
  Millis start{0};
  Millis length{0};
  std::string before;  ///< the command that had ended; empty: none, it is the start of the recording
  std::string after;   ///< the command that then began
  IdleReason reason = IdleReason::unknown;
  Millis called{0};  ///< since start: when the host called for that
};

/// How much of what was in a recording that has become a workload, and what had to be supposed.
struct ImportReport {
  std::map<std::string_view, std::size_t> commands;  ///< by what they are
  Millis span{0};     ///< from the first call that issues a command to the end of the last command
  Millis busy{0};     ///< in which some command ran
  Millis blocked{0};  ///< in which a thread of the host waited for the GPU
  std::size_t jobs = 0;
  std::size_t threads = 0;                 ///< lines of execution of the host
  std::size_t other_gpus = 0;              ///< commands of other GPUs, which are left out
  std::size_t processes = 0;               ///< whose commands these are
  std::size_t repeated = 0, left_out = 0;  ///< as of RecordedTrace
  std::size_t uncalled = 0;                ///< commands whose call was not recorded
  std::size_t unknown_memory = 0;          ///< copies of which nobody says whether the memory is pinned; taken for that
  std::size_t assumed_ctas = 0;            ///< memsets and copies within the GPU, of whose CTAs nobody says anything
  std::size_t collectives = 0;             ///< kernels that move data between GPUs
  std::size_t assumed_collectives = 0;     ///< of these, whose CTAs nobody recorded
  std::size_t beside = 0;                  ///< other kernels that ran beside those of busier streams
  std::size_t replaced = 0, kept = 0;  ///< copies beside others: of the least duration of their like, and as recorded
  std::size_t idle_commands = 0;       ///< called early, and yet they began later than anything recorded says
  Millis unexplained{0};               ///< in which no command ran and one of those waited, beyond the usual gap
  std::vector<IdleSpan> longest_idle;  ///< the longest that no command ran, five at most, the longest first
  std::size_t guessed_events = 0, guessed_calls = 0;  ///< events recorded nobody knows where, synchronisations with
                                                      ///< nobody knows what
};

}  // namespace warpshop
