#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// What commands take in a model in which an engine serves one command after the other, but for kernels beside others.
/// By command.
struct ModelledTimes {
  std::vector<std::chrono::nanoseconds> of;
  std::vector<KernelKind> kinds;             ///< of what is no kernel, or a copy within the GPU or a memset: exclusive
  std::vector<bool> opposed;                 ///< a copy beside which another one moved for some of it
  std::vector<std::uint32_t> engine_before;  ///< of those before it on its engine the one that ended last; kNone
  std::size_t replaced = 0;                  ///< copies that have the least duration of their like
  std::size_t kept = 0;                      ///< opposed ones whose like were always opposed: what was recorded
};

/// Which kernels run beside others: collectives (is_collective()), and those that overlapped kernels of busier streams
/// for half of their time or more, or one of these for half of that one's. A stream is the busier, the longer its
/// kernels (memsets and copies within the GPU among them) took in all; of equal ones the one that began first.
///
/// A command takes what was recorded from when it was its turn: from the end of the kernel before it in its stream,
/// and, unless it runs beside others, of all that its engine had begun before. So what overlapped for less than half
/// counts once, for the one that ended later. Copies that another copy overlapped, by more than the recording's
/// resolution, were slowed down by it as they will be in the model: they take the least duration of those of their like
/// (kind, memory and size) that none overlapped, where there is one and it is less.
ModelledTimes find_modelled_times(const RecordedTrace& trace, const RecordedWaits& waits);

}  // namespace warpshop::io
