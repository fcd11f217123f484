#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/recorded_waits.hpp"

namespace warpshop::io {

/// The host issues a command no sooner than `lag` after another has ended; command kNone: after the recording's start.
struct HostWait {
  std::uint32_t command = kNone;
  std::chrono::nanoseconds lag{0};  ///< ≥ 0
};

/// When the host issues a command.
struct Issued {
  std::chrono::nanoseconds time{0};  ///< in the recording; no later than the command's start
  std::vector<HostWait> after;       ///< empty: no call of the recording issued it
};

/// What the host does between the commands that it waits for.
struct HostTimes {
  std::vector<Issued> issued;             ///< by command
  std::chrono::nanoseconds origin{0};     ///< when the first of the calls that issue commands begins
  std::size_t threads = 0;                ///< lines of execution: threads that never call at once are one
  std::chrono::nanoseconds blocked{0};    ///< in which a thread waited for the GPU
  std::vector<std::uint32_t> idle_after;  ///< calls after which nothing was left to do on the GPU, by start
};

/// Host time goes on while a thread does anything but wait for the GPU. At a call in which it waits for a command w,
/// the host's clock stands from when it began to wait until w ended. So with h the host's clock, and a thread that
/// waited for w at the reading h_w and issues a command at the reading h, the command starts no sooner than h - h_w
/// after the end of w, whenever that may be. A command is issued when the call of a launch has returned, or it has
/// started; a copy of pageable memory, or one that blocks, when its call begins.
///
/// The start of the recording counts as such a wait, so that a host that never waits any more takes its own time. Of
/// the others those are kept that a later one does not stand for, which came right behind the issue of its w (within 5
/// us, or a twentieth of its duration); five at most, those that hold the host up longest in the recording.
HostTimes read_host_times(const RecordedTrace& trace, const RecordedWaits& waits);

}  // namespace warpshop::io
