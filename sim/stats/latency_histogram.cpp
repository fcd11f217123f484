#include "sim/stats/latency_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace warpshop::stats {
namespace {

constexpr int kTrailingBits = 52 - 7;  // of a double's 52 behind its exponent; 7 are the 128 steps of an octave

constexpr std::uint64_t leading_bits(double value) {
  return std::bit_cast<std::uint64_t>(value) >> kTrailingBits;
}

double middle_of_step(std::uint64_t bits) {
  return std::bit_cast<double>((bits << kTrailingBits) + (std::uint64_t{1} << (kTrailingBits - 1)));
}

/// Of the step that a value is in; of all that are shorter than the first step has, that one.
std::uint64_t step_of(double ms) {
  return leading_bits(std::max(ms, LatencyHistogram::kLow));
}

constexpr double kPartsOfOne = 0x1p60;

}  // namespace

void LatencyHistogram::require_room_for(std::uint64_t more) const {
  if (more > kMost - count_) {
    throw std::length_error("a histogram of latencies holds 2^32 - 1 values at most");
  }
}

void LatencyHistogram::add_to_sum(std::uint64_t whole, std::uint64_t parts) {
  constexpr auto kOne = static_cast<std::uint64_t>(kPartsOfOne);
  parts_ += parts;
  whole_ += whole + parts_ / kOne;
  parts_ %= kOne;
}

void LatencyHistogram::add(double ms) {
  assert(ms >= 0 && ms < 0x1p63);
  require_room_for(1);
  ++counts_[step_of(ms)];
  ++count_;
  smallest_ = std::min(smallest_, std::abs(ms));  // -0 is 0
  largest_ = std::max(largest_, ms);
  const auto whole = static_cast<std::uint64_t>(ms);
  add_to_sum(whole, static_cast<std::uint64_t>((ms - static_cast<double>(whole)) * kPartsOfOne));
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  require_room_for(other.count_);
  for (const auto& [step, count] : other.counts_) {
    counts_[step] += count;
  }
  count_ += other.count_;
  smallest_ = std::min(smallest_, other.smallest_);
  largest_ = std::max(largest_, other.largest_);
  add_to_sum(other.whole_, other.parts_);
}

double LatencyHistogram::mean() const {
  assert(count_ > 0);
  const long double sum = static_cast<long double>(whole_) + static_cast<long double>(parts_) / kPartsOfOne;
  return std::clamp(static_cast<double>(sum / static_cast<long double>(count_)), smallest_, largest_);
}

/// In increasing order, each in the middle of its step but the smallest and the largest.
std::vector<RepeatedValue> LatencyHistogram::values() const {
  assert(count_ > 0);
  if (count_ == 1) {
    return {{.value = smallest_, .count = 1}};
  }
  std::vector<RepeatedValue> values{{.value = smallest_, .count = 1}};
  for (const auto& [step, count] : counts_) {
    values.push_back({.value = std::clamp(middle_of_step(step), smallest_, largest_), .count = count});
  }
  --values[1].count;
  --values.back().count;
  values.push_back({.value = largest_, .count = 1});
  std::erase_if(values, [](const RepeatedValue& value) { return value.count == 0; });
  return values;
}

double LatencyHistogram::quantile(double probability) const {
  return nearest_rank(values(), probability);
}

std::uint64_t LatencyHistogram::count_beyond(double ms) const {
  std::uint64_t count = 0;
  for (auto step = counts_.upper_bound(step_of(ms)); step != counts_.end(); ++step) {
    count += step->second;
  }
  return count;
}

}  // namespace warpshop::stats
