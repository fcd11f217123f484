#include "sim/stats/signed_differences.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace warpshop::stats {
namespace {

Wilcoxon test_of_values(const std::vector<double>& above, const std::vector<double>& below) {
  std::vector<double> differences = above;
  differences.reserve(above.size() + below.size());
  for (const double size : below) {
    differences.push_back(-size);
  }
  return wilcoxon(differences);
}

Wilcoxon test_of_sketches(QuantileSketch above, QuantileSketch below) {
  const std::uint32_t level = std::max(above.level(), below.level());
  above.coarsen(level);
  below.coarsen(level);
  std::map<std::uint32_t, SignedCount> by_bucket;
  for (const SketchState::Bucket& bucket : above.state().buckets) {
    by_bucket[bucket.index].above = bucket.count;
  }
  for (const SketchState::Bucket& bucket : below.state().buckets) {
    by_bucket[bucket.index].below = bucket.count;
  }
  std::vector<SignedCount> by_size;
  double error = 0;
  for (const auto& [index, size] : by_bucket) {
    by_size.push_back(size);
    error += static_cast<double>(size.above) * static_cast<double>(size.below) / 2;
  }
  Wilcoxon test = wilcoxon(by_size, 0);
  test.approximate = true;
  test.statistic_error = error;
  return test;
}

/// Of sizes of differences, zero is none.
bool has_zero(const DistributionState& state) {
  return (!state.values.empty() && state.values.front() == 0) || (state.sketch && state.sketch->zeros > 0);
}

}  // namespace

std::optional<SignedDifferences> SignedDifferences::restored(SignedDifferencesState state, DistributionLimits limits) {
  if (has_zero(state.above) || has_zero(state.below)) {
    return std::nullopt;
  }
  std::optional<Distribution> above = Distribution::restored(std::move(state.above), limits);
  std::optional<Distribution> below = Distribution::restored(std::move(state.below), limits);
  if (!above || !below) {
    return std::nullopt;
  }
  SignedDifferences differences(limits);
  differences.zeros_ = state.zeros;
  differences.above_ = std::move(*above);
  differences.below_ = std::move(*below);
  return differences;
}

void SignedDifferences::add(double difference) {
  assert(std::isfinite(difference));
  if (difference == 0) {
    ++zeros_;
  } else {
    (difference > 0 ? above_ : below_).add(std::abs(difference));
  }
}

void SignedDifferences::merge(const SignedDifferences& other) {
  zeros_ += other.zeros_;
  above_.merge(other.above_);
  below_.merge(other.below_);
}

Wilcoxon SignedDifferences::test() const {
  const bool approximate = above_.approximate() || below_.approximate();
  Wilcoxon test = approximate ? test_of_sketches(above_.sketch(), below_.sketch())
                              : test_of_values(above_.exact_values(), below_.exact_values());
  test.zeros = zeros_;
  return test;
}

SignedDifferencesState SignedDifferences::state() const {
  return {.zeros = zeros_, .above = above_.state(), .below = below_.state()};
}

}  // namespace warpshop::stats
