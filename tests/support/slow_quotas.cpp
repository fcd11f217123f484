#include "tests/support/slow_quotas.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::test {
namespace {

constexpr double kEpochRounding = 1e-9;

class SlowEpochs {
 public:
  explicit SlowEpochs(const SlowQuotas& quotas)
      : quotas_(quotas),
        kernels_(quotas.goals.size()),
        left_(kernels_, std::vector<double>(quotas.sms)),
        quota_(kernels_),
        target_(kernels_),
        done_(kernels_),
        last_(kernels_),
        works_(kernels_, std::vector<bool>(quotas.sms)) {}

  std::vector<double> epoch() {
    set_quotas();
    for (std::size_t i = 0; i < kernels_; ++i) {
      for (double& left : left_[i]) {
        const double rest = left;
        left = quota_[i];
        if (quotas_.rule == "elastic" && rest < 0) {
          left += rest;
        }
        if ((quotas_.rule == "rollover" || quotas_.rule == "time") && has_goal(i)) {
          left += rest;
        }
      }
    }
    std::fill(last_.begin(), last_.end(), 0.0);
    double time = 0;
    while (time < quotas_.epoch * (1 - kEpochRounding) && anybody_works()) {
      time += step(time);
    }
    ++epochs_;
    return last_;
  }

 private:
  bool has_goal(std::size_t kernel) const { return quotas_.goals[kernel].has_value(); }
  bool is_limited(std::size_t kernel) const { return quotas_.rule != "time" || has_goal(kernel); }
  bool is_out(std::size_t kernel, std::size_t sm) const {
    return left_[kernel][sm] <= kEpochRounding * quotas_.epoch / static_cast<double>(quotas_.sms);
  }

  void set_quotas() {
    double product = 1;  // of IPC_epoch / (alpha IPC_goal)
    for (std::size_t i = 0; i < kernels_ && epochs_ > 0; ++i) {
      product *= has_goal(i) ? last_[i] / quotas_.epoch / target_[i] : 1;
    }
    for (std::size_t i = 0; i < kernels_; ++i) {
      if (has_goal(i)) {
        const double history = epochs_ > 0 ? done_[i] / (epochs_ * quotas_.epoch) : 0;
        const double alpha = history > 0 ? std::max(*quotas_.goals[i] / history, 1.0) : 1.0;
        target_[i] = *quotas_.goals[i] * (quotas_.rule == "naive" ? 1 : alpha);
      } else {
        const double last = epochs_ > 0 ? last_[i] / quotas_.epoch : 0;
        target_[i] = std::min(1.0, std::max(quotas_.least, last * product));
      }
      quota_[i] = target_[i] * quotas_.epoch / static_cast<double>(quotas_.sms);
    }
  }
  /// Until something is used up, or speeds change; how long that is.
  double step(double time) {
    const SlowSpeeds speeds = quotas_.speeds(epochs_ * quotas_.epoch + time, done_, works_);
    double step = std::min(quotas_.epoch - time, speeds.longest);
    for (std::size_t i = 0; i < kernels_; ++i) {
      for (std::size_t sm = 0; sm < quotas_.sms; ++sm) {
        if (works_[i][sm] && is_limited(i)) {
          step = std::min(step, left_[i][sm] / speeds.of[i][sm]);
        }
      }
    }
    for (std::size_t i = 0; i < kernels_; ++i) {
      for (std::size_t sm = 0; sm < quotas_.sms; ++sm) {
        const double done = works_[i][sm] ? step * speeds.of[i][sm] : 0;
        last_[i] += done;
        done_[i] += done;
        left_[i][sm] -= is_limited(i) ? done : 0;
      }
    }
    return step;
  }
  /// On any SM; where all have used theirs up before the epoch ends, what the rule says is added.
  bool anybody_works() {
    bool any = false;
    for (std::size_t sm = 0; sm < quotas_.sms; ++sm) {
      while (!find_who_works(sm) && renew(sm)) {
      }
      for (std::size_t i = 0; i < kernels_; ++i) {
        any = any || works_[i][sm];
      }
    }
    return any;
  }
  bool find_who_works(std::size_t sm) {
    bool goal_works = false;
    for (std::size_t i = 0; i < kernels_; ++i) {
      works_[i][sm] = is_limited(i) && !is_out(i, sm);
      goal_works = goal_works || (works_[i][sm] && has_goal(i));
    }
    bool any = false;
    for (std::size_t i = 0; i < kernels_; ++i) {
      works_[i][sm] = is_limited(i) ? bool(works_[i][sm]) : !goal_works;
      any = any || works_[i][sm];
    }
    return any;
  }
  /// Whether anything is added.
  bool renew(std::size_t sm) {
    bool any = false;
    for (std::size_t i = 0; i < kernels_; ++i) {
      if (quotas_.rule == "elastic" || !has_goal(i)) {
        left_[i][sm] += quota_[i];
        any = any || quota_[i] > 0;
      }
    }
    return any;
  }

  const SlowQuotas& quotas_;
  std::size_t kernels_;
  std::vector<std::vector<double>> left_;  ///< by kernel and SM
  std::vector<double> quota_;              ///< by kernel, of an SM
  std::vector<double> target_, done_, last_;
  SlowQuotas::Works works_;
  int epochs_ = 0;
};

}  // namespace

std::vector<std::vector<double>> done_in_epochs(const SlowQuotas& quotas, int epochs) {
  SlowEpochs slow(quotas);
  std::vector<std::vector<double>> done;
  done.reserve(static_cast<std::size_t>(epochs));
  for (int epoch = 0; epoch < epochs; ++epoch) {
    done.push_back(slow.epoch());
  }
  return done;
}

}  // namespace warpshop::test
