#include "sim/stats/distribution.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {
namespace {

constexpr std::uint32_t kDroppedBits = 39;  // of a double's 52 at level 0: 8192 buckets an octave
constexpr int kErrorExponent = -14;         // of the relative error at level 0: half of 1 / 8192

std::uint32_t bucket_of(double value, std::uint32_t level) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> (kDroppedBits + level));
}

double middle_of_bucket(std::uint32_t index, std::uint32_t level) {
  const std::uint32_t dropped = kDroppedBits + level;
  return std::bit_cast<double>((std::uint64_t{index} << dropped) + (std::uint64_t{1} << (dropped - 1)));
}

}  // namespace

QuantileSketch::QuantileSketch(std::size_t most_buckets) : most_buckets_(most_buckets) {
  assert(most_buckets >= kFewestBuckets);
}

void QuantileSketch::add(double value) {
  assert(std::isfinite(value) && value >= 0);
  min_ = count_ == 0 ? std::abs(value) : std::min(min_, std::abs(value));
  max_ = std::max(max_, value);
  sum_ += value;
  ++count_;
  if (value == 0) {
    ++zeros_;
    return;
  }
  ++buckets_[bucket_of(value, level_)];
  while (buckets_.size() > most_buckets_) {
    coarsen(level_ + 1);
  }
}

void QuantileSketch::coarsen(std::uint32_t level) {
  if (level <= level_) {
    return;
  }
  std::map<std::uint32_t, std::uint64_t> joined;
  for (const auto& [index, count] : buckets_) {
    joined.emplace_hint(joined.end(), index >> (level - level_), 0)->second += count;
  }
  buckets_ = std::move(joined);
  level_ = level;
}

double QuantileSketch::relative_error() const {
  return std::ldexp(1, kErrorExponent + static_cast<int>(level_));
}

double QuantileSketch::mean() const {
  return std::clamp(static_cast<double>(sum_ / static_cast<long double>(count_)), min_, max_);
}

std::vector<RepeatedValue> QuantileSketch::values() const {
  std::vector<RepeatedValue> values;
  const auto put = [&](double value, std::uint64_t count) {
    if (count > 0 && !values.empty() && values.back().value == value) {
      values.back().count += count;
    } else if (count > 0) {
      values.push_back({.value = value, .count = count});
    }
  };
  put(0, zeros_);
  for (auto bucket = buckets_.begin(); bucket != buckets_.end(); ++bucket) {
    std::uint64_t in_middle = bucket->second;
    if (zeros_ == 0 && bucket == buckets_.begin()) {
      put(min_, 1);
      --in_middle;
    }
    const bool largest = std::next(bucket) == buckets_.end() && in_middle > 0;
    put(std::clamp(middle_of_bucket(bucket->first, level_), min_, max_), in_middle - (largest ? 1 : 0));
    put(max_, largest ? 1 : 0);
  }
  return values;
}

Distribution::Distribution(DistributionLimits limits) : limits_(limits) {
  assert(limits.exact_values > 0 && limits.most_buckets >= QuantileSketch::kFewestBuckets);
}

void Distribution::add(double value) {
  assert(std::isfinite(value) && value >= 0);
  if (!sketch_ && values_.size() == limits_.exact_values) {
    become_approximate();
  }
  if (sketch_) {
    sketch_->add(value);
  } else {
    values_.push_back(std::abs(value));  // -0 is 0
  }
}

std::uint64_t Distribution::count() const {
  return sketch_ ? sketch_->count() : values_.size();
}

double Distribution::relative_error() const {
  return sketch_ ? sketch_->relative_error() : 0;
}

double Distribution::quantile(double probability) const {
  return sketch_ ? stats::quantile(sketch_->values(), probability) : stats::quantile(values_, probability);
}

std::optional<BoxStatistics> Distribution::box() const {
  return sketch_ ? box_statistics(sketch_->values(), sketch_->mean()) : box_statistics(values_);
}

QuantileSketch Distribution::sketch() const {
  if (sketch_) {
    return *sketch_;
  }
  QuantileSketch sketch(limits_.most_buckets);
  for (const double value : values_) {
    sketch.add(value);
  }
  return sketch;
}

void Distribution::become_approximate() {
  sketch_ = sketch();
  values_ = {};
}

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
