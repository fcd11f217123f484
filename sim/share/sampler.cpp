#include "sim/share/sampler.hpp"

namespace warpshop::share {
namespace {

/// How long to wait before looking again whether a split is loaded, as a part of the window.
constexpr double kLook = 0.1;

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
      wake_at_ = now + kLook * window_;
      return std::nullopt;
    }
    begun_ = now;
    done_then_ = {first.done, second.done};
  }
  if (now < *begun_ + window_) {
    wake_at_ = *begun_ + window_;
    return std::nullopt;
  }
  const double took = (now - *begun_).count();
  begun_.reset();
  wake_at_ = kNoWake;
  return Progress{static_cast<double>(first.done - done_then_[0]) / took,
                  static_cast<double>(second.done - done_then_[1]) / took};
}

}  // namespace warpshop::share
