#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// Times between two commands of one stream of which the second had been issued before the first ended.
struct GapSamples {
  std::vector<std::chrono::nanoseconds> kernel_kernel;
  std::vector<std::chrono::nanoseconds> copy_kernel;
  std::vector<std::chrono::nanoseconds> kernel_copy;
};

/// The most that a switch between processes can have taken: the least time between two kernels of different ones, 0
/// where such kernels overlapped. Nothing: there are no two.
std::optional<Millis> least_switch(const RecordedTrace& trace);

/// The median of each; 0 where there are too few to tell.
StreamGaps usual_gaps(const GapSamples& samples);

/// What a recording says of the SMs, where that is what a profile may say.
std::optional<SmModel> sm_of(const RecordedTrace& trace);

/// A profile of what a recording shows of a GPU: bandwidth of copies that nothing opposed, gaps of streams, the SMs.
/// What it does not show is supposed, and stands in `assumed`: a switch between processes takes what is usual, or the
/// least time between kernels of two if that is less, as it took no more than that in the recording; an opposing copy
/// costs a tenth of the bandwidth; the other direction moves as fast; memory of which there is no copy moves as the
/// link of that GPU usually lets it, pinned memory never faster than the link can carry. A byte of pageable memory
/// takes as much longer than a pinned one as is usual on that link, and is never faster.
/// opposed: by command.
Device profile_of(const RecordedTrace& trace, const std::vector<bool>& opposed, const GapSamples& gaps,
                  std::string name);

}  // namespace warpshop::io
