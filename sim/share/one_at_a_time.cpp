#include "sim/share/one_at_a_time.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/share/sm_split.hpp"
#include "sim/share/turns.hpp"

namespace warpshop::share {
namespace {

class OneAtATime {
 public:
  OneAtATime(const Instance& instance, const OneAtATimeRule& rule, Millis quantum)
      : instance_(instance), rule_(rule), quantum_(quantum) {}

  Decision decide(const Observation& seen) {
    update(seen);
    Decision decision;
    if (waiting_.empty()) {
      now_.reset();
      return decision;
    }
    const bool over = rule_.has_quantum && now_ && ends_ < kNoWake && (ends_ <= seen.now || tied(ends_, seen.now));
    if (!now_ || over || (arrived_ && rule_.at_arrivals)) {
      choose(seen.now, over);
    }
    for (const Running& kernel : seen.running) {
      decision.allocations.emplace_back(kernel.task, kernel.task == *now_ ? everything(instance_) : Allocation{});
    }
    if (std::find(seen.ready.begin(), seen.ready.end(), *now_) != seen.ready.end()) {
      decision.allocations.emplace_back(*now_, everything(instance_));
      chosen().given = true;  // it may have ended before anything else happens
    }
    // Those before it may still be at their subtasks: its turn begins when they have left.
    if (ends_ == kNoWake && std::none_of(seen.running.begin(), seen.running.end(), [this](const Running& kernel) {
          return kernel.task != *now_ && !kernel.held.empty();
        })) {
      ends_ = seen.now + quantum_;
    }
    if (rule_.has_quantum && waiting_.size() > 1) {
      decision.wake_at = ends_;
    }
    return decision;
  }

 private:
  Millis served(const Running& kernel) const {
    return instance_.jobs[kernel.task].kernel *
           (static_cast<double>(kernel.done) / static_cast<double>(std::max<std::int64_t>(1, kernel.subtasks)));
  }
  /// Who wants the GPU now.
  void update(const Observation& seen) {
    std::vector<WaitingKernel> before = std::exchange(waiting_, {});
    const auto known_as = [&](std::uint32_t task, bool runs) {
      return std::find_if(before.begin(), before.end(),
                          [&](const WaitingKernel& each) { return each.task == task && (runs || !each.given); });
    };
    std::optional<Millis> least;  // that any of those that are still there has been served
    const auto look_at = [&](std::uint32_t task, bool runs, Millis served) {
      if (const auto known = known_as(task, runs); known != before.end()) {
        least = std::min(least.value_or(known->start + served), known->start + served);
      }
    };
    for (const Running& kernel : seen.running) {
      look_at(kernel.task, true, served(kernel));
    }
    for (const std::uint32_t task : seen.ready) {
      look_at(task, false, Millis{0});
    }
    arrived_ = false;
    // What runs may have ended, and the same task be there anew: what was given nothing yet is then another kernel.
    const auto add = [&](std::uint32_t task, bool given) -> WaitingKernel& {
      const auto known = known_as(task, given);
      if (known != before.end()) {
        waiting_.push_back(*known);
        waiting_.back().is_new = false;
      } else {
        arrived_ = true;
        waiting_.push_back({.task = task,
                            .ready = seen.now,
                            .alone = instance_.jobs[task].kernel,
                            .served = Millis{0},
                            .turn = seen.now,
                            .start = least.value_or(Millis{0})});
      }
      return waiting_.back();
    };
    for (const Running& kernel : seen.running) {
      WaitingKernel& added = add(kernel.task, true);
      added.given = true;
      added.served = served(kernel);
    }
    for (const std::uint32_t task : seen.ready) {
      add(task, false);
    }
    // Whose turn it is may have ended, and its task be there anew.
    const bool goes_on = now_ && std::any_of(waiting_.begin(), waiting_.end(), [&](const WaitingKernel& each) {
                           return each.task == *now_ && !each.is_new;
                         });
    if (!goes_on) {
      now_.reset();
    }
  }

  /// over: a turn, whose kernel is behind all others that come to the same.
  void choose(Millis now, bool over) {
    const std::optional<std::uint32_t> ended = over ? now_ : std::nullopt;
    if (ended) {
      chosen().turn = now;
    }
    const auto goes_before = [&](const WaitingKernel& a, const WaitingKernel& b) {
      const double key_of_a = rule_.key(a, now, instance_);
      const double key_of_b = rule_.key(b, now, instance_);
      if (key_of_a != key_of_b) {
        return key_of_a < key_of_b;
      }
      return a.task != ended && (b.task == ended || a.ready < b.ready);
    };
    now_ = std::min_element(waiting_.begin(), waiting_.end(), goes_before)->task;
    ends_ = kNoWake;
  }
  WaitingKernel& chosen() {
    return *std::find_if(waiting_.begin(), waiting_.end(),
                         [this](const WaitingKernel& each) { return each.task == *now_; });
  }

  const Instance& instance_;
  const OneAtATimeRule& rule_;
  Millis quantum_;
  std::vector<WaitingKernel> waiting_;
  std::optional<std::uint32_t> now_;  ///< whose turn it is
  Millis ends_ = kNoWake;             ///< that turn; it has not begun
  bool arrived_ = false;
};

}  // namespace

Controller one_at_a_time(const Instance& instance, const Share& share, const OneAtATimeRule& rule) {
  const Millis quantum =
      rule.has_quantum ? std::max(Millis{share.settings.number("quantum")}, least_turn(instance)) : kNoWake;
  const auto state = std::make_shared<OneAtATime>(instance, rule, quantum);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
