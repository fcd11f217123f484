#include "sim/share/throughput_walk.hpp"

#include "sim/model/units.hpp"

namespace warpshop::share {

ThroughputWalk::ThroughputWalk(std::size_t configurations, std::size_t start, bool towards_first)
    : configurations_(configurations),
      start_(start),
      position_(start),
      best_(start),
      direction_(start == 0                                      ? 1
                 : start + 1 == configurations || !towards_first ? -1
                                                                 : 1),
      turned_(start == 0 || start + 1 == configurations),
      done_(configurations < 2) {}

void ThroughputWalk::measured(const Progress& progress) {
  probed_.push_back(position_);
  if (!best_progress_) {
    best_progress_ = progress;
    if (!step(direction_)) {
      turn_or_stay();
    }
    return;
  }
  const auto relative = [&](std::size_t side) {
    return (*best_progress_)[side] > 0 ? progress[side] / (*best_progress_)[side] : progress[side] > 0 ? 2.0 : 1.0;
  };
  // Two kernels that are alike get on as fast in every configuration, but for what rounding makes of the time it took.
  if (const double gain = (relative(0) + relative(1)) / 2; gain > 1 && !tied(gain, 1)) {
    best_ = position_;
    best_progress_ = progress;
    turned_ = true;  // what lies behind the start is not looked at
    if (!step(direction_)) {
      turn_or_stay();
    }
  } else {
    turn_or_stay();
  }
}

bool ThroughputWalk::step(std::ptrdiff_t direction) {
  const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(best_) + direction;
  if (next < 0 || next >= static_cast<std::ptrdiff_t>(configurations_)) {
    return false;
  }
  position_ = static_cast<std::size_t>(next);
  return true;
}

void ThroughputWalk::turn_or_stay() {
  if (!turned_ && best_ == start_) {
    turned_ = true;
    direction_ = -direction_;
    if (step(direction_)) {
      return;
    }
  }
  position_ = best_;
  done_ = true;
}

}  // namespace warpshop::share
