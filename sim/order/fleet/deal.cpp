#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/order/fleet/cost_deal.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/precedence.hpp"
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

namespace {

/// As they are released; of those released together, by due date less what comes after the H2D (Jackson's rule with
/// delivery times), which for the makespan is the longest of that first, or by time per weight (Smith's rule).
Order by_release(const Fleet& fleet, Objective objective) {
  const Instance& tasks = fleet.tasks();
  const auto urgency = [&](std::uint32_t task) {
    const Job& job = tasks.jobs[task];
    const Millis behind_h2d = job.kernel + job.alone(Stage::d2h);
    return objective == Objective::lateness              ? tasks.due_date(task) - behind_h2d
           : objective == Objective::weighted_completion ? job.total() / std::max(tasks.weight(task), 1e-9)
                                                         : -behind_h2d;
  };
  Order order = input_order(tasks.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Millis first = tasks.jobs[a].release;
    const Millis second = tasks.jobs[b].release;
    return first != second ? first < second : urgency(a) < urgency(b);
  });
  return feasible(tasks, std::move(order));
}

/// When the last stage of each engine of a device ends, copies as if alone.
using EngineEnds = std::array<Millis, 3>;

EngineEnds behind(EngineEnds ends, const Job& job) {
  Millis ready = job.release;
  for (const Stage stage : kStages) {
    if (job.occupies(stage)) {
      ready = std::max(ready, ends[index(stage)]) + job.alone(stage);
      ends[index(stage)] = ready;
    } else {
      ready += job.alone(stage);
    }
  }
  return ends;
}

/// Each to the device where it ends first, but after the tasks that it is connected with.
std::vector<Order> list_scheduled(const Fleet& fleet, const Order& order, const std::vector<Order>& groups) {
  const std::vector<std::size_t> group_of = list_of_each(groups);
  const std::size_t none = fleet.devices.size();
  std::vector<std::size_t> device_of(groups.size(), none);
  std::vector<Order> sequences(fleet.devices.size());
  std::vector<EngineEnds> ends(fleet.devices.size());
  for (const std::uint32_t task : order) {
    std::size_t& chosen = device_of[group_of[task]];
    if (chosen == none) {
      Millis least{0};
      for (std::size_t device = 0; device < none; ++device) {
        const EngineEnds after = behind(ends[device], fleet.devices[device].jobs[task]);
        const Millis end = *std::max_element(after.begin(), after.end());
        if (chosen == none || clearly_less(end, least)) {
          chosen = device;
          least = end;
        }
      }
    }
    sequences[chosen].push_back(task);
    ends[chosen] = behind(ends[chosen], fleet.devices[chosen].jobs[task]);
  }
  return sequences;
}

}  // namespace

std::vector<Order> deal_by_list(const Fleet& fleet, Objective objective) {
  std::vector<Order> parts = list_scheduled(fleet, by_release(fleet, objective), connected_tasks(fleet.tasks()));
  for (Order& part : parts) {
    std::sort(part.begin(), part.end());
  }
  return parts;
}

}  // namespace warpshop::order
