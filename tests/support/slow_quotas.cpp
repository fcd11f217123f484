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
        left_(quotas.goals.size()),
        quota_(left_),
        target_(left_),
        done_(left_),
        last_(left_),
        works_(left_.size()) {}

  std::vector<double> epoch() {
    set_quotas();
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const double rest = left_[i];
      left_[i] = quota_[i];
      if (quotas_.rule == "elastic" && rest < 0) {
        left_[i] += rest;
      }
      if ((quotas_.rule == "rollover" || quotas_.rule == "time") && has_goal(i)) {
        left_[i] += rest;
      }
    }
    std::fill(last_.begin(), last_.end(), 0.0);
    double time = 0;
    while (time < quotas_.epoch * (1 - kEpochRounding)) {
      if (!find_who_works()) {
        if (!renew()) {
          break;
        }
        continue;
      }
      const std::vector<double> speeds = quotas_.speeds(works_);
      double step = quotas_.epoch - time;
      for (std::size_t i = 0; i < left_.size(); ++i) {
        if (works_[i] && is_limited(i)) {
          step = std::min(step, left_[i] / speeds[i]);
        }
      }
      for (std::size_t i = 0; i < left_.size(); ++i) {
        if (works_[i]) {
          last_[i] += step * speeds[i];
          done_[i] += step * speeds[i];
          left_[i] -= is_limited(i) ? step * speeds[i] : 0;
        }
      }
      time += step;
    }
    ++epochs_;
    return last_;
  }

 private:
  bool has_goal(std::size_t kernel) const { return quotas_.goals[kernel].has_value(); }
  bool is_limited(std::size_t kernel) const { return quotas_.rule != "time" || has_goal(kernel); }
  bool is_out(std::size_t kernel) const { return left_[kernel] <= kEpochRounding * quotas_.epoch; }

  void set_quotas() {
    double product = 1;  // of IPC_epoch / (alpha IPC_goal)
    for (std::size_t i = 0; i < left_.size() && epochs_ > 0; ++i) {
      product *= has_goal(i) ? last_[i] / quotas_.epoch / target_[i] : 1;
    }
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (has_goal(i)) {
        const double history = epochs_ > 0 ? done_[i] / (epochs_ * quotas_.epoch) : 0;
        const double alpha = history > 0 ? std::max(*quotas_.goals[i] / history, 1.0) : 1.0;
        target_[i] = *quotas_.goals[i] * (quotas_.rule == "naive" ? 1 : alpha);
      } else {
        const double last = epochs_ > 0 ? last_[i] / quotas_.epoch : 0;
        target_[i] = std::min(1.0, std::max(quotas_.least, last * product));
      }
      quota_[i] = target_[i] * quotas_.epoch;
    }
  }
  /// Whether anybody does.
  bool find_who_works() {
    bool goal_works = false;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      works_[i] = is_limited(i) && !is_out(i);
      goal_works = goal_works || (works_[i] && has_goal(i));
    }
    for (std::size_t i = 0; i < left_.size(); ++i) {
      works_[i] = is_limited(i) ? bool(works_[i]) : !goal_works;
    }
    return std::find(works_.begin(), works_.end(), true) != works_.end();
  }
  /// All are used up before the epoch ends; whether anything is added.
  bool renew() {
    bool any = false;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (quotas_.rule == "elastic" || !has_goal(i)) {
        left_[i] += quota_[i];
        any = any || quota_[i] > 0;
      }
    }
    return any;
  }

  const SlowQuotas& quotas_;
  std::vector<double> left_, quota_, target_, done_, last_;
  std::vector<bool> works_;
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
