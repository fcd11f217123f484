#include "sim/report/unchanged_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/report/percent.hpp"

namespace warpshop::report {

std::string unchanged_text(const Comparison& comparison) {
  if (!comparison.unchanged || comparison.results.empty()) {
    return "";
  }
  const Unchanged& before = *comparison.unchanged;
  const double change = comparison.results.front().cost / before.cost - 1;
  return fmt::format("Without {} the {} is {:.3f} ms under {}: with that it is {}.\n", before.without,
                     comparison.objective == Objective::makespan ? "makespan" : "weighted completion",
                     before.cost.count(), before.policy,
                     tied(comparison.results.front().cost, before.cost)
                         ? "the same"
                         : fmt::format("{} {}", percent(std::abs(change)), change < 0 ? "less" : "more"));
}

}  // namespace warpshop::report
