#include "sim/order/insertion/insertion.hpp"

#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/insertion/exact_insertions.hpp"
#include "sim/order/insertion/quick_insertions.hpp"
#include "sim/order/insertion/whole_insertions.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

template <class Insertions>
Planned insert_all(const Instance& instance, Insertions insertions) {
  std::vector<Millis> totals;
  totals.reserve(instance.size());
  for (const Job& job : instance.jobs) {
    totals.push_back(job.total());
  }
  Planned planned;
  for (const std::uint32_t task : by_decreasing(totals)) {
    if (insertions.sequence().empty() && instance.size() > 1) {  // no choice
      insertions.insert(0, task);
      continue;
    }
    const Insertion best = insertions.best(task);
    insertions.insert(best.position, task);
    planned.predicted = best.cost;
  }
  const auto sequence = insertions.sequence();
  planned.plan = evaluate::plan_of(instance, Order(sequence.begin(), sequence.end()));
  return planned;
}

}  // namespace

bool exact_insertions_apply(const evaluate::Traits& traits, Objective objective) {
  return evaluate::closed_form_applies(traits, objective) && !traits.missing && evaluate::couples(traits.rates);
}

Planned insertion(const Instance& instance, Objective objective) {
  const evaluate::Traits traits = evaluate::traits_of(instance);
  if (!exact_insertions_apply(traits, objective)) {
    return insert_all(instance, WholeInsertions(instance, objective));
  }
  return traits.latencies ? insert_all(instance, ExactInsertions<true>(instance, traits))
                          : insert_all(instance, ExactInsertions<false>(instance, traits));
}

Planned quick_insertion(const Instance& instance, const evaluate::Traits& traits) {
  return traits.latencies ? insert_all(instance, QuickInsertions<true>(instance, traits))
                          : insert_all(instance, QuickInsertions<false>(instance, traits));
}

}  // namespace warpshop::order
