#include "sim/stats/speedup.hpp"

#include "sim/stats/median.hpp"

namespace warpshop::stats {

Speedup speedup(std::span<const double> base, std::span<const double> other) {
  const ConfidenceInterval of_base = median_interval(base);
  const ConfidenceInterval of_other = median_interval(other);
  return {.ratio = median(base) / median(other),
          .low = of_base.low / of_other.high,
          .high = of_base.high / of_other.low,
          .different = of_base.high < of_other.low || of_other.high < of_base.low};
}

}  // namespace warpshop::stats
