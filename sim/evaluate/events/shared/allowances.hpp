#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_runs.hpp"

namespace warpshop::evaluate {

/// What one kernel may still do on each SM, see share::Allowance, and how fast it uses that up; and what jitter makes
/// of its speed there. Times in milliseconds.
class Allowances {
 public:
  /// Without limits.
  explicit Allowances(std::size_t sms) : on_sms_(static_cast<std::uint32_t>(sms), OnSm{}) {}

  void set(const share::Allowance& allowance) {
    on_sms_.change(allowance.first, allowance.sms, [&](OnSm& sm) { sm.left = allowance.subtasks; });
  }
  /// Speed on an SM relative to what it would be without jitter.
  double jitter(std::uint32_t sm) const { return on_sms_[sm].jitter; }
  void set_jitter(std::uint32_t sm, double factor) {
    on_sms_.change(sm, 1, [&](OnSm& its) { its.jitter = factor; });
  }
  bool stands_still(std::uint32_t sm) const { return on_sms_[sm].stands_still(); }
  /// Whether it does anything.
  bool works() const {
    return std::any_of(on_sms_.all().begin(), on_sms_.all().end(), [](const auto& run) { return run.value.rate > 0; });
  }

  /// visit(range, still): neighbouring SMs of a range on which the kernel either works, as fast, or stands still. It
  /// does not change what is visited.
  template <class Visit>
  void for_each_part(const SmRange& range, const Visit& visit) const {
    const std::uint32_t last = range.first + range.sms;
    auto run = on_sms_.find(range.first);
    for (std::uint32_t sm = range.first, end = sm; sm < last; sm = end) {
      const OnSm& first = run->value;
      const auto is_alike = [&first](const OnSm& other) {
        return other.stands_still() == first.stands_still() && other.jitter == first.jitter;
      };
      for (; end < last && is_alike(run->value); run += run->end == end ? 1 : 0) {
        end = std::min(run->end, last);
      }
      visit(SmRange{.first = sm, .sms = end - sm, .ctas = range.ctas}, first.stands_still());
    }
  }

  /// It does nothing, until it is said what.
  void begin_rates() {
    on_sms_.change([](OnSm& sm) { sm.rate = 0; });
    waiting_ = 0;
  }
  /// On the SMs of a range it does so many subtasks in a millisecond more, on all of them together.
  void add_rate(const SmRange& range, double rate) {
    on_sms_.change(range.first, range.sms, [&](OnSm& sm) { sm.rate += rate / range.sms; });
  }
  /// So many more of its CTAs wait for issue slots.
  void add_waiting(double ctas) { waiting_ += ctas; }
  /// When the first of them is used up; from `then` on the rates hold.
  double next(double then) {
    const double soonest = std::nextafter(then, kNever);
    double first = kNever;
    on_sms_.change([&](OnSm& sm) {
      sm.used_up = kNever;
      if (sm.left > 0 && sm.rate > 0) {
        sm.used_up = std::max(then + sm.left / sm.rate, soonest);
      }
      first = std::min(first, sm.used_up);
    });
    on_sms_.merge();
    return first;
  }
  /// Time passes, up to that at most; whether any is used up.
  bool pass(double then, double now) {
    bool any = false;
    on_sms_.change([&](OnSm& sm) {
      if (sm.used_up <= now) {
        sm.left = 0;
        sm.used_up = kNever;
        any = true;
      } else {
        sm.left -= (now - then) * sm.rate;
      }
    });
    waited_ += Millis{(now - then) * waiting_};
    return any;
  }

  /// Where it has limits.
  std::vector<share::Allowance> left() const {
    std::vector<share::Allowance> left;
    std::uint32_t first = 0;
    for (const auto& [end, sm] : on_sms_.all()) {
      if (!left.empty() && left.back().first + left.back().sms == first && left.back().subtasks == sm.left) {
        left.back().sms += end - first;
      } else if (sm.left < share::kUnlimited) {
        left.push_back({.first = first, .sms = end - first, .subtasks = sm.left});
      }
      first = end;
    }
    return left;
  }
  /// How long CTAs have waited for issue slots, all together.
  Millis waited() const { return waited_; }

 private:
  struct OnSm {
    double left = share::kUnlimited;  ///< subtasks
    double jitter = 1;
    double rate = 0;          ///< subtasks in a millisecond
    double used_up = kNever;  ///< when
    bool stands_still() const { return left <= 0; }
    friend bool operator==(const OnSm&, const OnSm&) = default;
  };

  SmRuns<OnSm> on_sms_;
  double waiting_ = 0;  ///< CTAs
  Millis waited_{0};
};

}  // namespace warpshop::evaluate
