#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/order/misfits.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
/// Single queue (S5 3.5): the task with the shortest H2D first, then again and again the one with the least misfit();
/// of tied ones the earlier in the workload; among those whose predecessors have gone. O(n²) with Misfits, as far as
/// D2Hs do not pile up; O(n³) where they do not apply.
Planned sq(const Instance& instance, const PlanOptions& options) {
  Plan plan;
  std::vector<std::uint32_t> left(instance.size());
  for (std::uint32_t task = 0; task < left.size(); ++task) {
    left[task] = task;
  }
  Eligibility eligibility(instance);
  const bool quick = Misfits::apply(instance);
  while (!left.empty()) {
    std::optional<Misfits> misfits;
    if (quick && !plan.order.empty()) {
      misfits.emplace(instance, plan.order);
    }
    const auto score_of = [&](std::uint32_t task) {
      return plan.order.empty() ? instance.jobs[task].alone(Stage::h2d)
             : misfits          ? misfits->of(task)
                                : misfit(instance, plan.order, task);
    };
    Millis least{0};
    auto chosen = left.end();
    for (auto candidate = left.begin(); candidate != left.end(); ++candidate) {
      if (!eligibility.eligible(*candidate)) {
        continue;
      }
      const Millis score = score_of(*candidate);
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
