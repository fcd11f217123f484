#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// Times between two commands of one stream of which the second had been issued before the first ended.
struct GapSamples {
  std::vector<std::chrono::nanoseconds> kernel_kernel;
  std::vector<std::chrono::nanoseconds> copy_kernel;
  std::vector<std::chrono::nanoseconds> kernel_copy;
};

/// The median of each; 0 where there are too few to tell.
StreamGaps usual_gaps(const GapSamples& samples);

/// What a recording says of the SMs, where that is what a profile may say.
std::optional<SmModel> sm_of(const RecordedTrace& trace);

/// A profile of what a recording shows of a GPU: bandwidth of copies that nothing opposed, gaps of streams, the SMs.
/// A switch between processes takes the least time between kernels of two, which is an upper bound of it.
/// What it does not show is supposed, and stands in `assumed`: an opposing copy costs a tenth of the bandwidth; memory
/// of the other kind, or the other direction, moves as fast. opposed: by command.
Device profile_of(const RecordedTrace& trace, const std::vector<bool>& opposed, const GapSamples& gaps,
                  std::string name);

}  // namespace warpshop::io
