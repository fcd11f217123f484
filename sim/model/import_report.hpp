#pragma once

#include <cstddef>
#include <map>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop {

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
  Millis unexplained{0};               ///< for which those waited, beyond the usual gap
  std::size_t guessed_events = 0, guessed_calls = 0;  ///< events recorded nobody knows where, synchronisations with
                                                      ///< nobody knows what
};

}  // namespace warpshop
