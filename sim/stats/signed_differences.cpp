#include "sim/stats/signed_differences.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
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
  for (const auto& [index, count] : above.buckets()) {
    by_bucket[index].above = count;
  }
  for (const auto& [index, count] : below.buckets()) {
    by_bucket[index].below = count;
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

}  // namespace

void SignedDifferences::add(double difference) {
  assert(std::isfinite(difference));
  if (difference == 0) {
    ++zeros_;
  } else {
    (difference > 0 ? above_ : below_).add(std::abs(difference));
  }
}

Wilcoxon SignedDifferences::test() const {
  const bool approximate = above_.approximate() || below_.approximate();
  Wilcoxon test = approximate ? test_of_sketches(above_.sketch(), below_.sketch())
                              : test_of_values(above_.exact_values(), below_.exact_values());
  test.zeros = zeros_;
  return test;
}

}  // namespace warpshop::stats
