#pragma once

#include <string>
#include <vector>

#include "dispatch/drift/finding.hpp"
#include "sim/model/device.hpp"

namespace warpshop::dispatch {

/// The profile with every finding's figure put right, and its confidence: a bandwidth by its ratio (points of a curve
/// alike, and bandwidths beside others that have no finding of their own, since they are relative to it); η and γ by
/// a line through the medians where sizes differ by a factor of two at least, else both by the ratio. Says so in the
/// provenance, topic `learned`; what was assumed and has been learnt is assumed no longer. samples: of every finding.
Device put_right(Device profile, const std::vector<Finding>& findings, const Samples& samples);

/// The figures that differ between two profiles of one device, a line each:
/// `kernels.vector_add.per_element from 15 ms to 2.1e-06 ms`.
std::vector<std::string> changed_figures(const Device& before, const Device& after);

}  // namespace warpshop::dispatch
