#include <utility>
#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

/// Up to here every insertion is evaluated as a whole where the quick ones do not apply.
constexpr std::size_t kWholeUpTo = 32;

/// An instance to which they apply, alike in durations: what is missing takes no time, nothing excludes, waits or
/// changes context, and rates that cannot be bounded do not change.
Instance simplified(const Instance& instance) {
  Instance simple;
  simple.jobs = instance.jobs;
  for (Job& job : simple.jobs) {
    job.has = {true, true, true};
    job.exclusive = {false, false};
    job.memory = {Memory::pinned, Memory::pinned};
    job.release = Millis{0};
  }
  simple.rates = instance.rates;
  if (!evaluate::couples({.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]})) {
    simple.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  }
  return simple;
}

/// As tasks come, those that come together as listed.
Order order_of_release(const Instance& instance) {
  std::vector<Millis> keys;
  keys.reserve(instance.size());
  for (const Job& job : instance.jobs) {
    keys.push_back(-job.release);
  }
  return by_decreasing(keys);
}

}  // namespace

/// NEH in O(n²), see QuickInsertions. Other instances and objectives: up to 32 tasks neh-gpu; beyond, the order of a
/// simplified() instance, which knows neither the objective nor when tasks are released, costed as what it is, or the
/// order of release, whichever costs less.
Planned neh_gpu_fast(const Instance& instance, const PlanOptions& options) {
  const evaluate::Traits traits = evaluate::traits_of(instance);
  if (exact_insertions_apply(traits, options.objective)) {
    return quick_insertion(instance, traits);
  }
  if (instance.size() <= kWholeUpTo) {
    return insertion(instance, options.objective);
  }
  const Instance simple = simplified(instance);
  Planned quick = ordered(instance, quick_insertion(simple, evaluate::traits_of(simple)).plan.order, options);
  Planned by_release = ordered(instance, order_of_release(instance), options);
  return clearly_less(by_release.predicted, quick.predicted) ? by_release : quick;
}

}  // namespace warpshop::order
