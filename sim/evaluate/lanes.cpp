#include "sim/evaluate/lanes.hpp"

#include <algorithm>

namespace warpshop::evaluate {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

Lanes::Lanes(const Instance& instance, std::span<const std::uint32_t> order, Submission submission)
    : jobs_(instance.jobs),
      order_(order),
      submission_(submission),
      stage_(order.size(), kUnreleased),
      waiting_since_(order.size(), 0.0),
      unfinished_(order.size()) {
  for (std::uint32_t slot = 0; slot < order_.size(); ++slot) {
    const Job& job = this->job(slot);
    any_exclusive_ |= job.exclusive[0] || job.exclusive[1];
    if (job.release > Millis{0}) {
      by_release_.push_back(slot);
    } else {
      become_ready(slot, 0, 0.0);
    }
  }
  std::stable_sort(by_release_.begin(), by_release_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return job(a).release < job(b).release; });
  next_release_ = by_release_.empty() ? kNever : job(by_release_.front()).release.count();
  if (!streams()) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      advance_head(lane);
    }
  }
}

bool Lanes::release_tasks(double now) {
  while (next_release_ <= now) {
    become_ready(by_release_[released_], 0, next_release_);
    ++released_;
    next_release_ = released_ < by_release_.size() ? job(by_release_[released_]).release.count() : kNever;
  }
  return true;
}

}  // namespace warpshop::evaluate
