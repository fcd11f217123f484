#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/branch_and_bound/branch_and_bound.hpp"
#include "sim/order/branch_and_bound/relaxed_node.hpp"
#include "sim/order/branch_and_bound/remaining_bounds.hpp"
#include "sim/order/branch_and_bound/search_nodes.hpp"
#include "sim/order/cheaper_plans.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/local_search/descent.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {
namespace {

/// Up to so many tasks the search is likely to prove its order, whatever it starts from.
constexpr std::size_t kProvenUpTo = 10;

/// Which nodes an instance admits, the sharpest first.
enum class Nodes : std::uint8_t { exact, simulated, relaxed };

Nodes nodes_for(const Instance& instance, const evaluate::Traits& traits, Objective objective) {
  if (objective != Objective::makespan || traits.missing || instance.dma_engines == 1 || instance.issue.any()) {
    return Nodes::relaxed;
  }
  const bool exact = evaluate::closed_form_applies(traits, objective) && evaluate::couples(traits.rates);
  return exact ? Nodes::exact : Nodes::simulated;
}

/// Evaluations without a budget: about half a second. Ten tasks have ten million prefixes, eight a hundred thousand.
std::int64_t default_evaluations(Nodes nodes, std::size_t size) {
  const std::int64_t few = nodes == Nodes::exact ? 10'000'000 : 2'000'000;
  return size <= 14 ? few : few / static_cast<std::int64_t>(size) + 1;
}

template <bool Latencies>
void search_exactly(BranchAndBound& search, evaluate::Evaluator& evaluator) {
  const Instance& instance = evaluator.instance();
  std::vector<evaluate::ScheduledD2h<Latencies>> d2hs(instance.size());
  std::vector<KnownSuffix> suffixes(instance.size() + 1);
  RemainingBounds remaining(instance, evaluator.traits().rates);
  search.run(ExactNode<Latencies>(search.order(), d2hs.data(), suffixes.data(), remaining));
}

void search(Nodes nodes, evaluate::Evaluator& evaluator, Objective objective, SearchBudget& budget, Planned& planned) {
  BranchAndBound search(evaluator, budget, planned);
  if (nodes == Nodes::relaxed) {
    RelaxedShop shop(evaluator.instance(), objective, search.order());
    search.run(RelaxedNode(shop));
  } else if (nodes == Nodes::simulated) {
    search.run(SimulatedNode(evaluator.instance(), search.order()));
  } else if (evaluator.traits().latencies) {
    search_exactly<true>(search, evaluator);
  } else {
    search_exactly<false>(search, evaluator);
  }
}

}  // namespace

/// The best of what all cheaper policies give, a descent from there, and branch and bound for as long as the bound is
/// below what that costs. Up to ten tasks the start is neh-gpu's alone, and the others are asked where the search has
/// proven nothing. Where memory is short, orders are compared in rounds_of() alone, and rounds cut elsewhere might be
/// better: then the search proves nothing, the lower bound alone does.
Planned best(const Instance& instance, const PlanOptions& options) {
  evaluate::Evaluator evaluator(instance, options.objective);
  const Nodes nodes = nodes_for(instance, evaluator.traits(), options.objective);
  SearchBudget budget(options.budget, default_evaluations(nodes, instance.size()));
  Planned planned = insertion(instance, options.objective);
  planned.seeks_optimum = true;
  const Millis root = evaluate::lower_bound(instance, options.objective);
  planned.lower_bound = root;
  const auto at_bound = [&] { return !clearly_less(*planned.lower_bound, planned.predicted); };
  const bool small = instance.size() <= kProvenUpTo;
  if (!small) {
    take_cheaper_plan(instance, options, planned);
  }
  if (!at_bound()) {
    descend(evaluator, budget, planned);
  }
  if (!at_bound()) {
    search(nodes, evaluator, options.objective, budget, planned);
  }
  if (evaluate::needs_rounds(instance)) {
    planned.lower_bound = root;
  }
  if (small) {
    take_cheaper_plan(instance, options, planned);
  }
  planned.proven_optimal = at_bound();
  return planned;
}

}  // namespace warpshop::order
