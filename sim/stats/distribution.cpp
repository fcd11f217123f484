#include "sim/stats/distribution.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {

Distribution::Distribution(DistributionLimits limits) : limits_(limits) {
  assert(limits.exact_values > 0 && limits.most_buckets >= QuantileSketch::kFewestBuckets);
}

std::optional<Distribution> Distribution::restored(DistributionState state, DistributionLimits limits) {
  Distribution distribution(limits);
  if (state.sketch) {
    distribution.sketch_ = QuantileSketch::restored(*state.sketch, limits.most_buckets);
    const bool right = state.values.empty() && distribution.sketch_ && distribution.count() > limits.exact_values;
    return right ? std::optional(std::move(distribution)) : std::nullopt;
  }
  const bool right = state.values.size() <= limits.exact_values &&
                     std::all_of(state.values.begin(), state.values.end(),
                                 [](double value) { return std::isfinite(value) && !std::signbit(value); }) &&
                     std::is_sorted(state.values.begin(), state.values.end());
  distribution.values_ = std::move(state.values);
  return right ? std::optional(std::move(distribution)) : std::nullopt;
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

void Distribution::merge(const Distribution& other) {
  assert(limits_ == other.limits_);
  const std::size_t added = other.values_.size();
  if (!sketch_ && (other.sketch_ || added > limits_.exact_values - values_.size())) {
    become_approximate();
  }
  if (other.sketch_) {  // which this may be
    sketch_->merge(*other.sketch_);
    return;
  }
  for (std::size_t i = 0; i < added; ++i) {
    add(other.values_[i]);
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
  return sketch_ ? box_statistics(sketch_->values(), sketch_->sum().mean(sketch_->count())) : box_statistics(values_);
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

DistributionState Distribution::state() const {
  if (sketch_) {
    return {.values = {}, .sketch = sketch_->state()};
  }
  DistributionState state{.values = values_, .sketch = std::nullopt};
  std::sort(state.values.begin(), state.values.end());
  return state;
}

void Distribution::become_approximate() {
  sketch_ = sketch();
  values_ = {};
}

}  // namespace warpshop::stats
