#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::dispatch {

/// Where a kernel stands in a profile: Device::confidence has its figures below it.
inline constexpr std::string_view kKernelsPath = "kernels.";
inline std::string kernel_path(std::string_view kernel) {
  return std::string(kKernelsPath) + std::string(kernel);
}

/// A figure of the profile that what ran does not bear out.
struct Finding {
  std::string path;  ///< of it: `kernels.vector_add`, `transfer.pinned.h2d.duplex`, `co_run.4 mm beside 2 fma`
  double ratio = 1;  ///< median of measured time / time by the profile
  stats::ConfidenceInterval interval;  ///< 95 % interval of that median
  Confidence allowed;                  ///< what the profile's own interval lets the time be, relative
  std::size_t samples = 0;
  std::optional<CoRunPoint> pair = {};  ///< of a rate beside another kernel: with the medians of both rates
};

/// A stage as compared with the profile.
struct Sample {
  double ratio = 1;      ///< measured time / time by the profile
  Millis difference{0};  ///< of the same
  std::int64_t elements = 0;
  double measured = 0;  ///< milliseconds; of kernels. Subtasks a millisecond; of those beside another
};
using Samples = std::map<std::string, std::vector<Sample>>;  ///< by the figure's path

/// The profile with every finding's figure put right, and its confidence: a bandwidth by its ratio (points of a curve
/// alike, and bandwidths beside others that have no finding of their own, since they are relative to it); η and γ by
/// a line through the medians where sizes differ by a factor of two at least, else both by the ratio; two kernels that
/// share SMs by a point of `co_run`, from which their demands and weights beside each other are fitted
/// (evaluate::fit_pairs()). Says so in the provenance, topic `learned`; what was assumed and has been learnt is assumed
/// no longer. samples: of every finding.
Device put_right(Device profile, const std::vector<Finding>& findings, const Samples& samples);

/// The figures that differ between two profiles of one device, a line each:
/// `kernels.vector_add.per_element from 15 ms to 2.1e-06 ms`.
std::vector<std::string> changed_figures(const Device& before, const Device& after);

}  // namespace warpshop::dispatch
