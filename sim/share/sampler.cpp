#include "sim/share/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop::share {
namespace {

/// How long to wait before looking again whether a split is loaded: as a part of the window, and of what that has taken
/// already, so that subtasks of any length are waited for in few looks.
constexpr double kLook = 0.1;

/// A time after `now`, however little a window is of it.
Millis later(Millis now, Millis wait) {
  return std::max(now + wait, Millis{std::nextafter(now.count(), kNoWake.count())});
}

}  // namespace

bool is_loaded(const Allocation& asked, const Allocation& held) {
  std::uint32_t asked_sms = 0;
  std::uint32_t held_sms = 0;
  bool same = !asked.empty();
  for (const SmRange& range : asked) {
    asked_sms += range.sms;
  }
  for (const SmRange& range : held) {
    held_sms += range.sms;
    same &= asked.front().ctas == kAllThatFit || range.ctas == asked.front().ctas;
  }
  return same && asked_sms == held_sms && held.front().first == asked.front().first;
}

std::optional<Progress> Sampler::sample(Millis now, const PairSplit& split, const Running& first,
                                        const Running& second) {
  if (!begun_) {
    if (!is_loaded(split.first, first.held) || !is_loaded(split.second, second.held)) {
      waits_since_ = waits_since_.value_or(now);
      wake_at_ = later(now, kLook * std::max(window_, now - *waits_since_));
      return std::nullopt;
    }
    begun_ = now;
    ends_ = later(now, window_);
    waits_since_.reset();
    done_then_ = {first.done, second.done};
  }
  if (now < ends_) {
    wake_at_ = ends_;
    return std::nullopt;
  }
  const double took = (now - *begun_).count();
  begun_.reset();
  wake_at_ = kNoWake;
  const double own = measured(first.done - done_then_[0], took);
  return Progress{own, measured(second.done - done_then_[1], took)};
}

}  // namespace warpshop::share
