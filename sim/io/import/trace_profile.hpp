#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sim/io/import/solo_durations.hpp"
#include "sim/model/device.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// Times between two commands of one stream of which the second had been issued before the first ended.
struct GapSamples {
  std::vector<std::chrono::nanoseconds> kernel_kernel;
  std::vector<std::chrono::nanoseconds> copy_kernel;
  std::vector<std::chrono::nanoseconds> kernel_copy;
};

/// What a recording says of the SMs, where that is what a profile may say.
std::optional<SmModel> sm_of(const RecordedTrace& trace);

/// A profile of what a recording shows of a GPU: bandwidth of copies that nothing opposed, gaps of streams, the SMs.
/// What it does not show is supposed, and stands in `assumed`: an opposing copy costs a tenth of the bandwidth; the
/// other direction moves as fast; memory of which there is no copy moves as fast as the link of that GPU usually does,
/// pinned memory no slower than pageable, and never faster than the link can carry.
Device profile_of(const RecordedTrace& trace, const SoloDurations& solo, const GapSamples& gaps, std::string name);

}  // namespace warpshop::io
