#include "sim/stats/distribution.hpp"

#include <cassert>
#include <cmath>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {

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

}  // namespace warpshop::stats
