#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/io/import/report/reported_gpu.hpp"
#include "sim/model/device.hpp"

// Copies of several sizes: what they reached counts all of their time, where the points of a profile count that of the
// payload alone.
namespace warpshop::io {

using KindsOfCopies = std::set<std::pair<Memory, Direction>>;

/// The copies whose sizes become points: those of which none are there, nor a measured latency, or all of them where
/// they are to be replaced; others are noted. Of these, where the sizes begin at 64 KiB or less, the latency becomes
/// what the smallest take beyond their share at full speed: the least of t - size / B over those, with t = size /
/// bandwidth and B the most that any size reached; at most half of any larger copy's t.
KindsOfCopies set_latencies(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, bool replace,
                            std::vector<std::string>& notes);

/// Puts these in as points, so that latency + size / point is the time that was measured, for each of them. The latency
/// is there, or counts as 0.
void set_points(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, const KindsOfCopies& taken);

}  // namespace warpshop::io
