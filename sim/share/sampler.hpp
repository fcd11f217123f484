#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/model/share.hpp"
#include "sim/share/sm_split.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::share {

/// Subtasks that two kernels do in a millisecond (TER, S5 4.2).
using Progress = std::array<double, 2>;

/// Measures what a split does: waits until both kernels hold what it gives them, then counts their subtasks over one
/// window.
class Sampler {
 public:
  /// window > 0. Each rate is off by up to `noise` of it, as seeded.
  explicit Sampler(Millis window, double noise = 0, std::uint64_t seed = 1)
      : window_(window), noise_(noise), draws_(seed) {}

  /// To be called whenever the controller is, with the same split until it answers. Nothing yet: wake_at() says when to
  /// ask again.
  std::optional<Progress> sample(Millis now, const PairSplit& split, const Running& first, const Running& second);
  Millis wake_at() const { return wake_at_; }

 private:
  double measured(std::int64_t subtasks, double took) {
    return static_cast<double>(subtasks) / took * (1 + noise_ * (2 * draws_.unit() - 1));
  }

  Millis window_;
  double noise_;
  stats::Draws draws_;
  Millis wake_at_ = kNoWake;
  std::optional<Millis> waits_since_;  ///< for the split to be loaded
  std::optional<Millis> begun_;
  Millis ends_{0};  ///< begun: the window
  std::array<std::int64_t, 2> done_then_{};
};

/// Whether a kernel has CTAs exactly where it may have them; an allocation of all that fits is not asked for how many.
bool is_loaded(const Allocation& asked, const Allocation& held);

}  // namespace warpshop::share
