#pragma once

#include <cstdint>

#include "sim/stats/distribution.hpp"
#include "sim/stats/wilcoxon.hpp"

namespace warpshop::stats {

/// Differences of pairs for Wilcoxon's test, any number of them in memory that does not grow with it: two Distributions
/// of their sizes, one for each sign. What it says does not depend on the order in which they were added.
class SignedDifferences {
 public:
  /// limits: of each of the two.
  explicit SignedDifferences(DistributionLimits limits = {}) : above_(limits), below_(limits) {}

  void add(double difference);  ///< finite

  /// As wilcoxon() of all differences while neither sign has more than are kept. Beyond, differences in one bucket
  /// share a rank: the test is `approximate`, W+ and W- are within Σ (positive × negative in a bucket) / 2 of the true
  /// ones, since each of these pairs of differences counts for 1/2 where it should for 0 or 1.
  Wilcoxon test() const;

 private:
  std::uint64_t zeros_ = 0;
  Distribution above_, below_;
};

}  // namespace warpshop::stats
