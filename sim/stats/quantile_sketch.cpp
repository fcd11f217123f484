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
constexpr std::uint32_t kHighestLevel = 12;
constexpr int kErrorExponent = -14;  // of the relative error at level 0: half of 1 / 8192

std::uint32_t bucket_of(double value, std::uint32_t level) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> (kDroppedBits + level));
}

double middle_of_bucket(std::uint32_t index, std::uint32_t level) {
  const std::uint32_t dropped = kDroppedBits + level;
  return std::bit_cast<double>((std::uint64_t{index} << dropped) + (std::uint64_t{1} << (dropped - 1)));
}

/// Finite and ≥ 0; not -0, which add() makes 0.
bool may_be_held(double value) {
  return std::isfinite(value) && !std::signbit(value);
}

/// Whether buckets, level, smallest and largest fit each other.
bool buckets_are_right(const SketchState& state, std::size_t most_buckets) {
  if (state.level > kHighestLevel || state.buckets.size() > most_buckets) {
    return false;
  }
  std::uint64_t room = QuantileSketch::kMostRestored;
  if (state.zeros > room) {
    return false;
  }
  room -= state.zeros;
  for (std::size_t i = 0; i < state.buckets.size(); ++i) {
    const SketchState::Bucket& bucket = state.buckets[i];
    if (bucket.count == 0 || bucket.count > room || (i > 0 && bucket.index <= state.buckets[i - 1].index)) {
      return false;
    }
    room -= bucket.count;
  }
  const bool min_fits = state.zeros > 0 || state.buckets.empty()
                            ? state.min == 0
                            : state.min > 0 && bucket_of(state.min, state.level) == state.buckets.front().index;
  const bool max_fits = state.buckets.empty()
                            ? state.max == 0
                            : state.max > 0 && bucket_of(state.max, state.level) == state.buckets.back().index;
  return min_fits && max_fits && state.min <= state.max;
}

}  // namespace

QuantileSketch::QuantileSketch(std::size_t most_buckets) : most_buckets_(most_buckets) {
  assert(most_buckets >= kFewestBuckets);
}

std::optional<QuantileSketch> QuantileSketch::restored(const SketchState& state, std::size_t most_buckets) {
  if (!may_be_held(state.min) || !may_be_held(state.max) || !buckets_are_right(state, most_buckets)) {
    return std::nullopt;
  }
  QuantileSketch sketch(most_buckets);
  sketch.level_ = state.level;
  sketch.zeros_ = sketch.count_ = state.zeros;
  for (const SketchState::Bucket& bucket : state.buckets) {
    sketch.buckets_.emplace_hint(sketch.buckets_.end(), bucket.index, bucket.count);
    sketch.count_ += bucket.count;
  }
  sketch.min_ = state.min;
  sketch.max_ = state.max;
  sketch.sum_ = ExactSum(state.sum);
  if (sketch.count_ == 0) {
    return sketch.sum_ == ExactSum() ? std::optional(sketch) : std::nullopt;
  }
  const double mean = sketch.sum_.mean(sketch.count_);
  return mean >= sketch.min_ && mean <= sketch.max_ ? std::optional(sketch) : std::nullopt;
}

void QuantileSketch::add(double value) {
  assert(std::isfinite(value) && value >= 0);
  min_ = count_ == 0 ? std::abs(value) : std::min(min_, std::abs(value));
  max_ = std::max(max_, value);
  sum_.add(value);
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

void QuantileSketch::merge(const QuantileSketch& other) {
  assert(most_buckets_ == other.most_buckets_);
  if (other.count_ == 0) {
    return;
  }
  min_ = count_ == 0 ? other.min_ : std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_.add(other.sum_);
  count_ += other.count_;
  zeros_ += other.zeros_;
  coarsen(other.level_);
  for (const auto& [index, count] : other.buckets_) {
    buckets_[index >> (level_ - other.level_)] += count;
    while (buckets_.size() > most_buckets_) {
      coarsen(level_ + 1);
    }
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

SketchState QuantileSketch::state() const {
  SketchState state{.zeros = zeros_, .level = level_, .min = min_, .max = max_, .sum = sum_.words()};
  for (const auto& [index, count] : buckets_) {
    state.buckets.push_back({.index = index, .count = count});
  }
  return state;
}

}  // namespace warpshop::stats
