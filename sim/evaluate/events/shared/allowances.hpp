#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// What one kernel may still do on each SM, see share::Allowance, and how fast it uses that up; and what jitter makes
/// of its speed there. Times in milliseconds.
class Allowances {
 public:
  /// Without limits.
  explicit Allowances(std::size_t sms)
      : left_(sms, share::kUnlimited), jitter_(sms, 1), rate_(sms), used_up_(sms, kNever) {}

  void set(const share::Allowance& allowance) {
    std::fill_n(left_.begin() + allowance.first, allowance.sms, allowance.subtasks);
  }
  bool stands_still(std::uint32_t sm) const { return left_[sm] <= 0; }
  /// Speed on an SM relative to what it would be without jitter.
  double jitter(std::uint32_t sm) const { return jitter_[sm]; }
  void set_jitter(std::uint32_t sm, double factor) { jitter_[sm] = factor; }
  /// Whether it does anything.
  bool works() const {
    return std::any_of(rate_.begin(), rate_.end(), [](double rate) { return rate > 0; });
  }

  /// visit(range, still): neighbouring SMs of a range on which the kernel either works, as fast, or stands still.
  template <class Visit>
  void for_each_part(const SmRange& range, const Visit& visit) const {
    for (std::uint32_t sm = range.first, end = sm; sm < range.first + range.sms; sm = end) {
      const bool still = stands_still(sm);
      while (end < range.first + range.sms && stands_still(end) == still && jitter_[end] == jitter_[sm]) {
        ++end;
      }
      visit(SmRange{.first = sm, .sms = end - sm, .ctas = range.ctas}, still);
    }
  }

  /// It does nothing, until it is said what.
  void begin_rates() {
    std::fill(rate_.begin(), rate_.end(), 0.0);
    waiting_ = 0;
  }
  /// On the SMs of a range it does so many subtasks in a millisecond more, on all of them together.
  void add_rate(const SmRange& range, double rate) {
    std::for_each_n(rate_.begin() + range.first, range.sms, [&](double& each) { each += rate / range.sms; });
  }
  /// So many more of its CTAs wait for issue slots.
  void add_waiting(double ctas) { waiting_ += ctas; }
  /// When the first of them is used up; from `then` on the rates hold.
  double next(double then) {
    const double soonest = std::nextafter(then, kNever);
    double first = kNever;
    for (std::size_t sm = 0; sm < left_.size(); ++sm) {
      if (sm > 0 && left_[sm] == left_[sm - 1] && rate_[sm] == rate_[sm - 1]) {
        used_up_[sm] = used_up_[sm - 1];  // most SMs are as their neighbours
        continue;
      }
      used_up_[sm] = kNever;
      if (left_[sm] > 0 && rate_[sm] > 0) {
        used_up_[sm] = std::max(then + left_[sm] / rate_[sm], soonest);
      }
      first = std::min(first, used_up_[sm]);
    }
    return first;
  }
  /// Time passes, up to that at most; whether any is used up.
  bool pass(double then, double now) {
    bool any = false;
    for (std::size_t sm = 0; sm < left_.size(); ++sm) {
      if (used_up_[sm] <= now) {
        left_[sm] = 0;
        used_up_[sm] = kNever;
        any = true;
      } else {
        left_[sm] -= (now - then) * rate_[sm];
      }
    }
    waited_ += Millis{(now - then) * waiting_};
    return any;
  }

  /// Where it has limits.
  std::vector<share::Allowance> left() const {
    std::vector<share::Allowance> left;
    for (std::uint32_t sm = 0; sm < left_.size(); ++sm) {
      if (!left.empty() && left.back().first + left.back().sms == sm && left.back().subtasks == left_[sm]) {
        ++left.back().sms;
      } else if (left_[sm] < share::kUnlimited) {
        left.push_back({.first = sm, .sms = 1, .subtasks = left_[sm]});
      }
    }
    return left;
  }
  /// How long CTAs have waited for issue slots, all together.
  Millis waited() const { return waited_; }

 private:
  std::vector<double> left_;     ///< by SM: subtasks
  std::vector<double> jitter_;   ///< by SM
  std::vector<double> rate_;     ///< by SM: subtasks in a millisecond
  std::vector<double> used_up_;  ///< by SM: when
  double waiting_ = 0;           ///< CTAs
  Millis waited_{0};
};

}  // namespace warpshop::evaluate
