#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Writes down what kernels hold, of a stretch of time. Milliseconds from the start.
class ResidencyRecorder {
 public:
  explicit ResidencyRecorder(bool records) : until_(records ? kNever : 0) {}

  /// Those that are, for a part at least, in that time: from < until.
  void record_between(double from, double until) {
    from_ = from;
    until_ = until;
  }
  /// Whether it writes down anything at all.
  bool records() const { return until_ > 0; }
  void record(std::uint32_t task, const SmRange& range, double since, double now, double subtasks, bool still) {
    if (now > since && since < until_ && now > from_) {
      add(task, range, since, now);
      residencies_.back().subtasks = subtasks;
      residencies_.back().stands_still = still;
    }
  }
  /// Of subtasks that were recorded there, so many are lost.
  void record_lost(std::uint32_t task, const Allocation& held, double subtasks, double now) {
    const auto ctas = static_cast<double>(ctas_of(held));
    for (const SmRange& range : held) {
      if (subtasks > 0 && now >= from_ && now < until_) {
        add(task, range, now, now);
        residencies_.back().lost = subtasks * static_cast<double>(range.sms) * range.ctas / ctas;
      }
    }
  }
  std::vector<Residency> take() { return std::exchange(residencies_, {}); }

 private:
  void add(std::uint32_t task, const SmRange& range, double since, double now) {
    residencies_.push_back({.task = task,
                            .first_sm = range.first,
                            .sms = range.sms,
                            .ctas_per_sm = range.ctas,
                            .start = Millis{since},
                            .end = Millis{now}});
  }

  double from_ = 0, until_;
  std::vector<Residency> residencies_;
};

}  // namespace warpshop::evaluate
