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
    const bool over = rule_.has_quantum && now_ && (ends_ <= seen.now || tied(ends_, seen.now));
    if (!now_ || over || (arrived_ && rule_.at_arrivals)) {
      choose(seen.now);
    }
    for (const Running& kernel : seen.running) {
      decision.allocations.emplace_back(kernel.task, kernel.task == *now_ ? everything(instance_) : Allocation{});
    }
    if (std::find(seen.ready.begin(), seen.ready.end(), *now_) != seen.ready.end()) {
      decision.allocations.emplace_back(*now_, everything(instance_));
    }
    if (rule_.has_quantum && waiting_.size() > 1) {
      if (!(ends_ > seen.now)) {  // nobody else was there when it ended
        ends_ = seen.now + quantum_;
      }
      decision.wake_at = ends_;
    }
    return decision;
  }

 private:
  /// Who wants the GPU now.
  void update(const Observation& seen) {
    std::vector<WaitingKernel> before = std::exchange(waiting_, {});
    arrived_ = false;
    Millis least = Millis{0};
    bool any = false;
    for (const WaitingKernel& kernel : before) {
      const Millis so_far = kernel.start + kernel.served;
      least = any ? std::min(least, so_far) : so_far;
      any = true;
    }
    // What runs may have ended, and the same task be there anew: what was given nothing yet is then another kernel.
    const auto add = [&](std::uint32_t task, bool given) -> WaitingKernel& {
      const auto known = std::find_if(before.begin(), before.end(), [&](const WaitingKernel& each) {
        return each.task == task && (given || !each.given);
      });
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
                            .start = least});
      }
      return waiting_.back();
    };
    for (const Running& kernel : seen.running) {
      WaitingKernel& added = add(kernel.task, true);
      added.given = true;
      added.served = added.alone * (static_cast<double>(kernel.done) /
                                    static_cast<double>(std::max<std::int64_t>(1, kernel.subtasks)));
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

  void choose(Millis now) {
    auto first = waiting_.begin();
    for (auto each = waiting_.begin() + 1; each != waiting_.end(); ++each) {
      const double key = rule_.key(*each, now, instance_);
      const double least = rule_.key(*first, now, instance_);
      if (key < least || (key == least && each->ready < first->ready)) {
        first = each;
      }
    }
    now_ = first->task;
    ends_ = now + quantum_;
    first->turn = now;
  }

  const Instance& instance_;
  const OneAtATimeRule& rule_;
  Millis quantum_;
  std::vector<WaitingKernel> waiting_;
  std::optional<std::uint32_t> now_;  ///< whose turn it is
  Millis ends_{0};                    ///< that turn
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
