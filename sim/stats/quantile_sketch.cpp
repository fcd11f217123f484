#include "sim/stats/quantile_sketch.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

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

}  // namespace warpshop::stats
