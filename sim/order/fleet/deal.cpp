#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/order/fleet/cost_deal.hpp"
#include "sim/order/fleet/list_deal.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {
namespace {

/// What exchanges may cost, see deal_by_cost().
constexpr std::int64_t kSpentOnDeals = 500'000;
/// The same where it counts when tasks end: neh-gpu then simulates every trial.
constexpr std::int64_t kSpentOnDealsByEnds = 250'000;
/// Of a budget of time, for the deal by load and for changes of it.
constexpr double kShareByLoad = 0.125;
constexpr double kShareByCost = 0.375;

Budget share(const Budget& budget, double share) {
  return {.evaluations = {}, .time = budget.time ? std::optional(*budget.time * share) : std::nullopt};
}

/// Whether it counts when tasks end, beside how busy they keep a device.
bool ends_count(const Fleet& fleet, Objective objective) {
  const std::vector<Job>& jobs = fleet.tasks().jobs;
  return objective != Objective::makespan ||
         std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.release > Millis{0}; });
}

std::vector<Order> deal_to_several(const Fleet& fleet, const PlanOptions& options) {
  const Budget quick = share(options.budget, kShareByLoad);
  std::vector<std::vector<Order>> starts{deal_by_load(fleet, quick)};
  std::int64_t spent_at_most = kSpentOnDeals;
  if (ends_count(fleet, options.objective)) {
    starts.insert(starts.begin(), deal_by_list(fleet, options.objective));
    spent_at_most = kSpentOnDealsByEnds;
  }
  std::int64_t first_plans = 0;
  for (const std::vector<Order>& parts : starts) {
    for (const Order& part : parts) {
      first_plans += spent_on_plan(part.size());
    }
  }
  return first_plans >= spent_at_most
             ? starts.front()
             : deal_by_cost(fleet, options.objective, starts, share(options.budget, kShareByCost), spent_at_most);
}

}  // namespace

Dealt deal(const Fleet& fleet, const PlanOptions& options) {
  if (fleet.single()) {
    return {.parts = {input_order(fleet.size())}};
  }
  const Stopwatch stopwatch;
  Dealt dealt{.parts = deal_to_several(fleet, options)};
  dealt.took = stopwatch.elapsed();
  return dealt;
}

}  // namespace warpshop::order
