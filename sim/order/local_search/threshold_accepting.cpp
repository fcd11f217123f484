#include "sim/order/local_search/threshold_accepting.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/search_budget.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::order {
namespace {

/// Evaluations unless the options say: so many a pair of tasks, at most …
constexpr std::int64_t kEvaluationsPerPair = 200;
constexpr std::int64_t kMostEvaluations = 20'000;
/// A D2H waits for an H2D of at most so many slots after its own: those around the time when it is ready.
constexpr std::uint64_t kReach = 8;

class Search {
 public:
  Search(const GatedProblem& problem, std::span<const Order> start, const PlanOptions& options, Changes changes)
      : problem_(problem),
        draws_(options.seed),
        gate_share_(changes == Changes::orders ? 0 : 0.3),
        budget_(options.budget, problem.evaluations) {
    for (const Order& order : start) {
      SlotOrder& part = best_.parts.emplace_back(SlotOrder{.order = order, .gates = {}});
      if (changes == Changes::orders_and_gates) {
        part.gates.resize(order.size());
        std::iota(part.gates.begin(), part.gates.end(), 0U);
      }
      tasks_ += order.size();
      changeable_ |= order.size() > 1;
    }
    best_.cost = problem.cost(best_.parts);
  }

  GatedOrders run() {
    GatedOrders current = best_;
    GatedOrders trial;
    while (!budget_.exhausted() && improvable()) {
      const double left = 1 - budget_.share_spent();
      budget_.spend();
      trial = current;
      change(trial.parts);
      trial.cost = problem_.cost(trial.parts);
      if (trial.cost <= current.cost + left * left * left * draws_.unit() * problem_.threshold) {
        std::swap(current, trial);
        if (clearly_less(current.cost, best_.cost)) {
          best_ = current;
        }
      }
    }
    while (open_needless_gates()) {
    }
    return std::move(best_);
  }

 private:
  bool improvable() const { return changeable_ && clearly_less(problem_.bound, best_.cost); }

  /// Of a device with two tasks at least, any task of all equally likely.
  void change(std::vector<SlotOrder>& parts) {
    std::size_t part = 0;
    while (parts.size() > 1) {
      part = 0;
      for (std::size_t slot = draws_.below(tasks_); slot >= parts[part].order.size(); ++part) {
        slot -= parts[part].order.size();
      }
      if (parts[part].order.size() > 1) {
        break;
      }
    }
    SlotOrder& changed = parts[part];
    if (draws_.unit() < gate_share_) {
      change_gate(changed.gates);
    } else {
      change_order(changed.order);
      changed.order = feasible(*problem_.parts[part], std::move(changed.order));
    }
  }
  /// Opens a gate, or puts one before a D2H, instead of what it had.
  void change_gate(std::vector<std::uint32_t>& gates) {
    const std::size_t slot = draws_.below(gates.size() - 1);
    const bool open = gates[slot] > slot && draws_.below(2) == 0;
    const std::size_t reach = std::min<std::size_t>(gates.size() - 1 - slot, kReach);
    gates[slot] = static_cast<std::uint32_t>(open ? slot : slot + 1 + draws_.below(reach));
  }
  /// Two tasks change places, or one moves to another place.
  void change_order(Order& order) {
    const std::size_t from = draws_.below(order.size());
    const std::size_t to = (from + 1 + draws_.below(order.size() - 1)) % order.size();
    if (draws_.below(2) == 0) {
      std::swap(order[from], order[to]);
    } else {
      move_task(order, from, to);
    }
  }

  /// A gate stays only where the cost grows without it; whether any did not.
  bool open_needless_gates() {
    bool opened = false;
    for (SlotOrder& part : best_.parts) {
      for (std::uint32_t slot = 0; slot < part.gates.size(); ++slot) {
        const std::uint32_t gate = std::exchange(part.gates[slot], slot);
        if (gate == slot) {
          continue;
        }
        const Millis without = problem_.cost(best_.parts);
        if (clearly_less(best_.cost, without)) {
          part.gates[slot] = gate;
        } else {
          best_.cost = without;
          opened = true;
        }
      }
    }
    return opened;
  }

  const GatedProblem& problem_;
  stats::Draws draws_;
  double gate_share_;  ///< of the changes
  SearchBudget budget_;
  std::size_t tasks_ = 0;
  bool changeable_ = false;  ///< some device has more than one task
  GatedOrders best_;
};

}  // namespace

GatedOrders threshold_accepting(const GatedProblem& problem, std::span<const Order> start, const PlanOptions& options,
                                Changes changes) {
  return Search(problem, start, options, changes).run();
}

Millis first_threshold(const Instance& tasks, Millis makespan, Objective objective) {
  const auto count = static_cast<double>(tasks.size());
  const Millis share = 0.2 * makespan / count;
  const bool weighted = objective == Objective::weighted_completion && !tasks.weights.empty();
  return weighted ? share * std::accumulate(tasks.weights.begin(), tasks.weights.end(), 0.0) / count : share;
}

GatedOrder threshold_accepting(const Instance& instance, const Plan& start, const PlanOptions& options,
                               Changes changes) {
  evaluate::Evaluator evaluator(instance, options.objective);
  const auto pairs = static_cast<std::int64_t>(instance.size() * instance.size());
  const GatedProblem problem{
      .parts = {&instance},
      .cost = [&](std::span<const SlotOrder> parts) { return evaluator.cost(parts[0].order, parts[0].gates); },
      .bound = evaluate::lower_bound(instance, options.objective),
      .threshold = first_threshold(instance, evaluate::makespan(instance, start), options.objective),
      .evaluations = std::min(kMostEvaluations, kEvaluationsPerPair * pairs)};
  GatedOrders found = threshold_accepting(problem, std::span(&start.order, 1), options, changes);
  return {std::move(found.parts[0].order), std::move(found.parts[0].gates), found.cost};
}

}  // namespace warpshop::order
