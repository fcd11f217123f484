#include "cli/wide_interval.hpp"

#include <vector>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::cli {
namespace {

std::vector<double> milliseconds(std::span<const Millis> times) {
  std::vector<double> values;
  values.reserve(times.size());
  for (const Millis time : times) {
    values.push_back(time.count());
  }
  return values;
}

}  // namespace

bool interval_is_wide(std::span<const Millis> times) {
  if (times.size() < stats::kFewestForInterval) {
    return false;
  }
  const std::vector<double> values = milliseconds(times);
  const stats::Interval interval = stats::median_interval(values);
  return interval.high - interval.low > stats::median(values);
}

void warn_of_wide_interval(const OutputOptions& options, const std::string& what, std::span<const Millis> times) {
  if (!interval_is_wide(times)) {
    return;
  }
  const std::vector<double> values = milliseconds(times);
  const stats::Interval interval = stats::median_interval(values);
  note(options, fmt::format("warning: {}, {:.4g} ms, is known to {:.4g} … {:.4g} ms only, wider than the value itself: "
                            "--repeat more often, or measure while the machine is idle",
                            what, stats::median(values), interval.low, interval.high));
}

}  // namespace warpshop::cli
