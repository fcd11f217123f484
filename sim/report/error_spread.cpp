#include "sim/report/error_spread.hpp"

#include <algorithm>

#include "sim/stats/mean.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {

ErrorSpread error_spread(std::span<const double> errors) {
  if (errors.empty()) {
    return {};
  }
  return {.mean = stats::mean(errors),
          .median = stats::median(errors),
          .worst = *std::max_element(errors.begin(), errors.end())};
}

}  // namespace warpshop::report
