#include <algorithm>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
namespace {

/// Work of one stage that is left at `instant`, over the tasks of a timeline but one.
Millis work_left(const Timeline& timeline, Stage stage, Millis instant, std::uint32_t without) {
  Millis left{0};
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == stage && interval.task != without) {
      left += std::max(Millis{0}, interval.end - std::max(interval.start, instant));
    }
  }
  return left;
}

/// How badly the last task of `order` fits what runs before it, both parts in milliseconds, 0 for a perfect fit.
/// Simulated with contention behind the order so far:
///   | length of its H2D - kernel work left when the H2D starts | + | length of its K - D2H work left when the K starts
///   |.
/// Of a task without H2D the kernel is matched alone; without a kernel, its H2D alone.
Millis misfit(const Instance& instance, const Plan& plan) {
  const std::uint32_t task = plan.order.back();
  const Timeline timeline = evaluate::timeline(instance, plan);
  Millis sum{0};
  for (const Interval& interval : timeline.intervals) {
    if (interval.task == task && interval.stage != Stage::d2h) {
      const Stage filled = interval.stage == Stage::h2d ? Stage::kernel : Stage::d2h;
      const Millis length = interval.end - interval.start;
      const Millis misfit = length - work_left(timeline, filled, interval.start, task);
      sum += std::max(misfit, -misfit);
    }
  }
  return sum;
}

}  // namespace

/// Single queue (S5 3.5): the task with the shortest H2D first, then again and again the one with the least misfit();
/// of tied ones the earlier in the workload; among those whose predecessors have gone. O(n³).
Planned sq(const Instance& instance, const Options& options) {
  Plan plan;
  std::vector<std::uint32_t> left(instance.size());
  for (std::uint32_t task = 0; task < left.size(); ++task) {
    left[task] = task;
  }
  Eligibility eligibility(instance);
  while (!left.empty()) {
    Millis least{0};
    auto chosen = left.end();
    for (auto candidate = left.begin(); candidate != left.end(); ++candidate) {
      if (!eligibility.eligible(*candidate)) {
        continue;
      }
      plan.order.push_back(*candidate);
      const Millis score =
          plan.order.size() == 1 ? instance.jobs[*candidate].alone(Stage::h2d) : misfit(instance, plan);
      plan.order.pop_back();
      if (chosen == left.end() || clearly_less(score, least)) {
        least = score;
        chosen = candidate;
      }
    }
    plan.order.push_back(*chosen);
    eligibility.take(*chosen);
    left.erase(chosen);
  }
  return ordered(instance, std::move(plan.order), options);
}

}  // namespace warpshop::order
