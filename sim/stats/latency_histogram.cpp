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

double lower_end(std::uint64_t bits) {
  return std::bit_cast<double>(bits << kTrailingBits);
}

double middle_of_step(std::uint64_t bits) {
  return std::bit_cast<double>((bits << kTrailingBits) + (std::uint64_t{1} << (kTrailingBits - 1)));
}

constexpr std::uint64_t kFirstBits = leading_bits(LatencyHistogram::kLow);
constexpr std::uint64_t kSteps = leading_bits(LatencyHistogram::kHigh) - kFirstBits;
static_assert(kSteps % 128 == 0 && kSteps / 128 == 36);

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
  if (ms < kHigh) {
    counts_.resize(kSteps);
    ++counts_[ms < kLow ? 0 : leading_bits(ms) - kFirstBits];
  } else {
    ++long_[leading_bits(ms)];
  }
  ++count_;
  smallest_ = std::min(smallest_, std::abs(ms));  // -0 is 0
  largest_ = std::max(largest_, ms);
  const auto whole = static_cast<std::uint64_t>(ms);
  add_to_sum(whole, static_cast<std::uint64_t>((ms - static_cast<double>(whole)) * kPartsOfOne));
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  require_room_for(other.count_);
  counts_.resize(std::max(counts_.size(), other.counts_.size()));
  for (std::size_t step = 0; step < other.counts_.size(); ++step) {
    counts_[step] += other.counts_[step];
  }
  for (const auto& [bits, count] : other.long_) {
    long_[bits] += count;
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

std::vector<LatencyHistogram::Step> LatencyHistogram::steps() const {
  std::vector<Step> steps;
  for (std::size_t step = 0; step < counts_.size(); ++step) {
    if (counts_[step] > 0) {
      steps.push_back({.bits = kFirstBits + step, .count = counts_[step]});
    }
  }
  for (const auto& [bits, count] : long_) {
    steps.push_back({.bits = bits, .count = count});
  }
  return steps;
}

/// In increasing order, each in the middle of its step but the smallest and the largest.
std::vector<RepeatedValue> LatencyHistogram::values() const {
  assert(count_ > 0);
  if (count_ == 1) {
    return {{.value = smallest_, .count = 1}};
  }
  std::vector<RepeatedValue> values{{.value = smallest_, .count = 1}};
  for (const Step& step : steps()) {
    values.push_back({.value = std::clamp(middle_of_step(step.bits), smallest_, largest_), .count = step.count});
  }
  --values[1].count;
  --values.back().count;
  values.push_back({.value = largest_, .count = 1});
  std::erase_if(values, [](const RepeatedValue& value) { return value.count == 0; });
  return values;
}

double LatencyHistogram::quantile(double probability) const {
  return stats::quantile(values(), probability);
}

std::uint64_t LatencyHistogram::count_beyond(double ms) const {
  const std::uint64_t bits = std::max(leading_bits(std::abs(ms)), kFirstBits);
  std::uint64_t count = 0;
  for (std::size_t step = bits - kFirstBits + 1; step < counts_.size(); ++step) {
    count += counts_[step];
  }
  for (auto step = long_.upper_bound(bits); step != long_.end(); ++step) {
    count += step->second;
  }
  return count;
}

std::vector<CumulativeCount> LatencyHistogram::cumulative_counts() const {
  std::vector<CumulativeCount> counts;
  std::uint64_t count = 0;
  for (const Step& step : steps()) {
    count += step.count;
    counts.push_back({.edge = std::min(lower_end(step.bits + 1), largest_), .count = count});
  }
  return counts;
}

}  // namespace warpshop::stats
