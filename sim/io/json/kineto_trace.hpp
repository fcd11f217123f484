#pragma once

#include <ostream>

#include "sim/model/timeline_rows.hpp"

namespace warpshop::io {

/// A timeline in the form in which PyTorch's profiler (Kineto) writes recordings, for tools that read those: commands
/// as `kernel` and `gpu_memcpy` events on the stream of their task (7 and up, by position), each with the
/// `cuda_runtime` call of the same `correlation` that issued it. Calls take a nanosecond each and are made by one
/// thread: those of tasks without a release before anything runs, the others at the release. Times in microseconds, to
/// nanoseconds. A kernel is called after its task; sizes of copies stand there where they are known.
void write_kineto_trace(std::ostream& out, const TimelineRows& drawing);

}  // namespace warpshop::io
