#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "sim/model/units.hpp"
#include "sim/stats/quantile.hpp"

namespace warpshop::dispatch {

/// How long tasks took, of the last kKept.
class Latencies {
 public:
  static constexpr std::size_t kKept = 65'536;

  /// Where kKept are there, or there is no memory for another one, the oldest one goes.
  void add(Millis latency) noexcept {
    try {
      if (milliseconds_.size() < kKept) {
        milliseconds_.push_back(latency.count());
        return;
      }
    } catch (const std::bad_alloc&) {
      if (milliseconds_.empty()) {
        return;
      }
    }
    oldest_ %= milliseconds_.size();
    milliseconds_[oldest_++] = latency.count();
  }
  /// All of them: there are as many as both have.
  void add(const Latencies& others) {
    milliseconds_.insert(milliseconds_.end(), others.milliseconds_.begin(), others.milliseconds_.end());
  }
  bool empty() const { return milliseconds_.empty(); }
  /// 0 ≤ part ≤ 1; not empty.
  Millis quantile(double part) const { return Millis{stats::quantile(milliseconds_, part)}; }

 private:
  std::vector<double> milliseconds_;
  std::size_t oldest_ = 0;
};

}  // namespace warpshop::dispatch
