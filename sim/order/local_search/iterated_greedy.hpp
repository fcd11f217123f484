#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/search_budget.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::order {

/// An order and what it costs.
struct Costed {
  Order order;
  Millis cost{0};
};

struct IteratedGreedyOptions {
  std::size_t removed = 2;  ///< tasks that are taken out at a time
  std::size_t ends = 8;     ///< every other task that is taken out is one of so many first or last ones
  Millis temperature{0};    ///< of the acceptance of worse orders, as in simulated annealing; constant
  Millis bound{0};          ///< no order costs less: the search ends there
  std::uint64_t seed = 1;
};

/// A position of `size` ones: every other time any, else one of the first or last `ends`.
inline std::size_t draw_position(stats::Draws& draws, std::size_t size, std::size_t ends) {
  if (size <= 2 * ends || draws.below(2) == 0) {
    return draws.below(size);
  }
  const std::size_t position = draws.below(2 * ends);
  return position < ends ? position : size - 1 - (position - ends);
}

/// Iterated greedy (Ruiz and Stützle 2007): takes some tasks out of the order, puts each back where it costs least, and
/// goes on from the result if it costs no more, or with probability exp(-increase / temperature). Returns the best
/// order seen, the start at the worst; a round that has begun is completed. Long orders lose time at their ends, where
/// one engine waits for another, more than anywhere between.
template <class Insertions>
Costed iterated_greedy(Costed start, Insertions& insertions, const IteratedGreedyOptions& options,
                       SearchBudget& budget) {
  stats::Draws draws(options.seed);
  Costed best = start;
  Costed current = std::move(start);
  std::vector<std::uint32_t> removed;
  insertions.assign(current.order);
  while (!budget.exhausted() && clearly_less(options.bound, best.cost)) {
    removed.clear();
    while (removed.size() < options.removed && !insertions.sequence().empty()) {
      const std::size_t position = draw_position(draws, insertions.sequence().size(), options.ends);
      removed.push_back(insertions.sequence()[position]);
      insertions.remove(position);
    }
    Millis cost{0};
    for (const std::uint32_t task : removed) {
      const Insertion insertion = insertions.best(task);
      insertions.insert(insertion.position, task);
      budget.spend(insertions.evaluations());
      cost = insertion.cost;
    }
    if (!clearly_less(current.cost, cost) || draws.unit() < std::exp((current.cost - cost) / options.temperature)) {
      const auto sequence = insertions.sequence();
      current = {Order(sequence.begin(), sequence.end()), cost};
      best = clearly_less(cost, best.cost) ? current : best;
    } else {
      insertions.assign(current.order);
    }
  }
  return best;
}

}  // namespace warpshop::order
