#include "sim/share/credit_ticks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/turns.hpp"
#include "sim/share/vcpu_schedule.hpp"

namespace warpshop::share {
namespace {

bool is_over(Millis end, Millis now) {
  return end <= now || tied(end, now);
}

/// A client, as far as ticks go.
struct TickClient {
  double at_first = 0;  ///< X
  double credit = 0;    ///< X as corrected, or what is left of it
  double cpu = 0;       ///< CPU credit
  double wanted = 0;    ///< part of the time
  bool has_calls = false;
  bool is_new = true;  ///< has had no turn since it came to the queue
  bool asked = false;  ///< has had calls since X was corrected
  Millis used{0};      ///< of the accelerator, since then
};

class CreditTicks {
 public:
  CreditTicks(const Instance& instance, const Settings& settings, const TickRule& rule, const std::string& whose)
      : instance_(instance),
        rule_(rule),
        numbers_(instance),
        tick_(std::max(Millis{settings.number("tick")}, least_turn(instance))),
        feedback_(std::max(kFeedback, tick_)),
        yields_(settings.number("yield") == 1),
        left_(rule.key != nullptr && settings.number("left") == 1) {
    for (const ClientCredit& credit : client_credits(instance, numbers_)) {
      const double x = rule.credit(credit);
      clients_.push_back({.at_first = x, .credit = x, .cpu = credit.cpu});
      sum_ += x;
    }
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      const std::vector<double>* parts = rule.feedback ? &settings.numbers("wanted") : nullptr;
      clients_[i].wanted =
          parts == nullptr || parts->empty() ? clients_[i].at_first / sum_ : (*parts)[i % parts->size()];
    }
    if (rule.key != nullptr && !clients_.empty()) {
      const auto cpus = static_cast<std::size_t>(settings.number("cpus"));
      const std::vector<double>& table = settings.numbers("vcpus");
      schedule_ =
          table.empty() ? VcpuSchedule(clients_.size(), cpus) : VcpuSchedule(table, clients_.size(), cpus, whose);
    }
  }

  /// Throws std::runtime_error: ticks are no longer than what counts as one instant.
  Decision decide(const Observation& seen) {
    check_turn(seen.now, tick_, "ticks");
    account(seen.now);
    correct(seen.now);
    find_calls(seen);
    end_tick(seen.now);
    if (!turn_) {
      next_turn(seen.now);
    }
    Decision decision;
    if (seen.running.empty()) {
      runs_.reset();
      give(seen, decision);
    }
    if (turn_) {
      decision.wake_at = rule_.feedback ? std::min(tick_ends_, feedback_at_) : tick_ends_;
    }
    return decision;
  }

 private:
  /// What has been used since it was asked before.
  void account(Millis now) {
    const Millis used = now - then_;
    then_ = now;
    if (!runs_) {
      return;
    }
    clients_[*runs_].used += used;
    if (left_) {
      const double taken = sum_ * (used / tick_);
      double of_all = 0;  // X of those that have calls
      for (const TickClient& client : clients_) {
        of_all += client.has_calls ? client.at_first : 0;
      }
      clients_[*runs_].credit -= taken;
      for (TickClient& client : clients_) {
        client.credit += client.has_calls ? taken * client.at_first / of_all : 0;
      }
    }
  }

  /// X of those who had no calls stays as it is.
  void correct(Millis now) {
    if (!rule_.feedback || !is_over(feedback_at_, now)) {
      return;
    }
    for (TickClient& client : clients_) {
      if (client.asked) {
        client.credit = corrected_credit(client.credit, client.at_first, client.wanted, client.used / feedback_);
      }
      client.asked = false;
      client.used = Millis{0};
    }
    do {
      feedback_at_ += feedback_ * std::max(1.0, std::floor((now - feedback_at_) / feedback_));
    } while (is_over(feedback_at_, now));
  }

  void find_calls(const Observation& seen) {
    for (TickClient& client : clients_) {
      client.has_calls = false;
    }
    const auto add = [&](std::uint32_t task) {
      const std::size_t number = numbers_.number(task);
      clients_[number].has_calls = clients_[number].asked = true;
      if (std::find(queue_.begin(), queue_.end(), number) == queue_.end()) {
        queue_.push_back(number);
        clients_[number].is_new = true;
      }
    };
    for (const Running& kernel : seen.running) {
      add(kernel.task);
    }
    for (const std::uint32_t task : seen.ready) {
      add(task);
    }
  }

  bool any_calls() const {
    return std::any_of(clients_.begin(), clients_.end(), [](const TickClient& each) { return each.has_calls; });
  }

  /// Where a tick has ended, or is given up: the turn ends with it, unless it has more.
  void end_tick(Millis now) {
    if (!turn_) {
      return;
    }
    const bool over = is_over(tick_ends_, now);
    if (over && --ticks_left_ > 0 && clients_[*turn_].has_calls) {
      tick_ends_ += tick_;
      return;
    }
    if (over || (yields_ && !clients_[*turn_].has_calls && any_calls())) {
      const auto place = std::find(queue_.begin(), queue_.end(), *turn_);
      std::rotate(place, place + 1, queue_.end());
      turn_.reset();
    }
  }

  void next_turn(Millis now) {
    std::erase_if(queue_, [this](std::size_t number) { return !clients_[number].has_calls; });
    if (queue_.empty()) {
      return;
    }
    if (rule_.key != nullptr) {
      auto period = static_cast<std::uint64_t>(now / tick_);
      period += is_over(tick_ * static_cast<double>(period + 1), now) ? 1 : 0;
      turn_ = first_by_key(period);
      ticks_left_ = 1;
      tick_ends_ = tick_ * static_cast<double>(period + 1);
      return;
    }
    turn_ = queue_.front();
    double least = clients_.front().credit;
    for (const TickClient& client : clients_) {
      least = std::min(least, client.credit);
    }
    TickClient& client = clients_[*turn_];
    ticks_left_ = client.is_new ? 1 : ticks_of(client.credit, least);
    client.is_new = false;
    tick_ends_ = (tied(tick_ends_, now) ? tick_ends_ : now) + tick_;
  }

  std::size_t first_by_key(std::uint64_t period) const {
    const double tolerance = kTieTolerance * sum_;
    const auto goes_before = [&](std::size_t one, std::size_t other) {
      const bool one_on = schedule_->on_cpu(one, period);
      if (rule_.on_cpu_first && one_on != schedule_->on_cpu(other, period)) {
        return one_on;
      }
      return key(one, period) > key(other, period) + tolerance;
    };
    std::size_t first = queue_.front();
    for (const std::size_t each : queue_) {
      first = goes_before(each, first) ? each : first;
    }
    return first;
  }
  double key(std::size_t number, std::uint64_t period) const {
    const TickClient& client = clients_[number];
    return rule_.key(client.credit, client.cpu * schedule_->credit_left(number, period));
  }

  void give(const Observation& seen, Decision& decision) {
    const auto task = std::find_if(seen.ready.begin(), seen.ready.end(),
                                   [this](std::uint32_t each) { return turn_ && numbers_.number(each) == *turn_; });
    if (task != seen.ready.end()) {
      decision.allocations.emplace_back(*task, everything(instance_));
      runs_ = *turn_;
    }
  }

  const Instance& instance_;
  const TickRule& rule_;
  Clients numbers_;
  Millis tick_;
  Millis feedback_;  ///< how often X is corrected
  bool yields_;
  bool left_;
  std::vector<TickClient> clients_;
  double sum_ = 0;  ///< of X
  std::optional<VcpuSchedule> schedule_;
  std::vector<std::size_t> queue_;  ///< clients
  std::optional<std::size_t> turn_;
  std::uint64_t ticks_left_ = 0;  ///< of it, the present one included
  Millis tick_ends_{0};
  std::optional<std::size_t> runs_;  ///< whose call runs
  Millis then_{0};                   ///< when it was asked before
  Millis feedback_at_ = feedback_;
};

}  // namespace

std::uint64_t ticks_of(double credit, double least) {
  return static_cast<std::uint64_t>(std::max(1.0, std::floor(credit / least + 0.5)));
}

double corrected_credit(double credit, double at_first, double wanted, double got) {
  constexpr double kMostAtOnce = 2;
  constexpr double kMostInAll = 16;
  const double factor = got > 0 ? std::clamp(wanted / got, 1 / kMostAtOnce, kMostAtOnce) : kMostAtOnce;
  return std::clamp(credit * factor, at_first / kMostInAll, at_first * kMostInAll);
}

Controller credit_ticks(const Instance& instance, const Share& share, const TickRule& rule) {
  const std::string whose = "policy '" + share.policy + share.settings.text() + "'";
  const std::size_t clients = Clients(instance).all().size();
  if (rule.feedback && share.settings.numbers("wanted").size() > std::max<std::size_t>(1, clients)) {
    throw InputError(whose + ": more parts of the time than clients, expected at most " + std::to_string(clients));
  }
  const auto state = std::make_shared<CreditTicks>(instance, share.settings, rule, whose);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
