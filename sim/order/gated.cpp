#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
namespace {

/// Up to here `best` proves its order quickly.
constexpr std::size_t kProvenUpTo = 10;
/// Evaluations unless the options say: so many a pair of tasks, at most …
constexpr std::int64_t kEvaluationsPerPair = 200;
constexpr std::int64_t kMostEvaluations = 20'000;
/// A D2H waits for an H2D of at most so many slots after its own: those around the time when it is ready.
constexpr std::uint64_t kReach = 8;

/// What the search begins with and never falls behind.
Planned best_ungated(const Instance& instance, const Options& options) {
  return find_policy(instance.size() <= kProvenUpTo ? "best" : "neh-gpu").plan(instance, options);
}

/// How much of its budget a search has used up.
class Spending {
 public:
  Spending(const Budget& budget, std::size_t tasks) : time_(budget.time) {
    const auto pairs = static_cast<std::int64_t>(tasks * tasks);
    evaluations_ = budget.evaluations.value_or(std::min(kMostEvaluations, kEvaluationsPerPair * pairs));
  }

  /// Counts one more evaluation; the share used up before it, over once that is 1 or more.
  double next() {
    if (time_) {
      return (std::chrono::steady_clock::now() - start_) / *time_;
    }
    return static_cast<double>(spent_++) / static_cast<double>(evaluations_);
  }

 private:
  std::optional<Millis> time_;
  std::int64_t evaluations_ = 0;
  std::int64_t spent_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// What no plan can cost less than.
Millis least_cost(const Instance& instance, Objective objective) {
  return objective == Objective::makespan ? evaluate::lower_bound(instance) : -kLongestDuration;
}

/// What a task more or less in front of another makes in the objective, on average.
Millis cost_per_task(const Instance& instance, const Plan& plan, Objective objective) {
  const auto tasks = static_cast<double>(instance.size());
  const Millis share = evaluate::makespan(instance, plan) / tasks;
  const bool weighted = objective == Objective::weighted_completion && !instance.weights.empty();
  return weighted ? share * std::accumulate(instance.weights.begin(), instance.weights.end(), 0.0) / tasks : share;
}

struct Solution {
  Order order;
  std::vector<std::uint32_t> gates;  ///< by slot, see evaluate::SlotGates
  Millis cost{0};
};

/// Threshold accepting over orders and gates at once (Dueck and Scheuer 1990): one random change after another, each
/// kept unless it is worse by more than a threshold, which is drawn from [0, T) anew each time; T falls from a fifth of
/// cost_per_task() to 0 with the cube of what is left of the budget. Gates belong to slots and stay where they are when
/// tasks change places.
class ThresholdAccepting {
 public:
  ThresholdAccepting(const Instance& instance, const Plan& start, const Options& options)
      : instance_(instance),
        evaluator_(instance, options.objective),
        generator_(options.seed),
        size_(instance.size()),
        least_(least_cost(instance, options.objective)),
        threshold_(0.2 * cost_per_task(instance, start, options.objective)),
        spending_(options.budget, size_),
        best_{start.order, std::vector<std::uint32_t>(size_), evaluate::cost(instance, start, options.objective)} {
    std::iota(best_.gates.begin(), best_.gates.end(), 0U);
  }

  Solution run() {
    Solution current = best_;
    Solution trial;
    for (double spent = spending_.next(); spent < 1 && improvable(); spent = spending_.next()) {
      trial = current;
      change(trial);
      trial.cost = evaluator_.cost(trial.order, trial.gates);
      const double left = 1 - spent;
      if (trial.cost <= current.cost + left * left * left * unit() * threshold_) {
        std::swap(current, trial);
        if (clearly_less(current.cost, best_.cost)) {
          best_ = current;
        }
      }
    }
    open_needless_gates();
    return std::move(best_);
  }

 private:
  bool improvable() const { return size_ > 1 && clearly_less(least_, best_.cost); }

  std::size_t below(std::size_t end) { return generator_() % end; }
  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }

  void change(Solution& solution) {
    if (unit() < 0.3) {
      change_gate(solution.gates);
    } else {
      change_order(solution.order);
      solution.order = feasible(instance_, std::move(solution.order));
    }
  }
  /// Opens a gate, or puts one before a D2H, instead of what it had.
  void change_gate(std::vector<std::uint32_t>& gates) {
    const std::size_t slot = below(size_ - 1);
    const bool open = gates[slot] > slot && below(2) == 0;
    const std::size_t reach = std::min<std::size_t>(size_ - 1 - slot, kReach);
    gates[slot] = static_cast<std::uint32_t>(open ? slot : slot + 1 + below(reach));
  }
  /// Two tasks change places, or one moves to another place.
  void change_order(Order& order) {
    const std::size_t from = below(size_);
    const std::size_t to = (from + 1 + below(size_ - 1)) % size_;
    if (below(2) == 0) {
      std::swap(order[from], order[to]);
      return;
    }
    const auto at = [&](std::size_t slot) { return order.begin() + static_cast<std::ptrdiff_t>(slot); };
    if (from < to) {
      std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
      std::rotate(at(to), at(from), at(from + 1));
    }
  }

  /// A gate stays only where the cost grows without it.
  void open_needless_gates() {
    for (std::uint32_t slot = 0; slot < size_; ++slot) {
      const std::uint32_t gate = std::exchange(best_.gates[slot], slot);
      if (gate == slot) {
        continue;
      }
      const Millis without = evaluator_.cost(best_.order, best_.gates);
      if (clearly_less(best_.cost, without)) {
        best_.gates[slot] = gate;
      } else {
        best_.cost = without;
      }
    }
  }

  const Instance& instance_;
  evaluate::Evaluator evaluator_;
  std::mt19937_64 generator_;
  std::size_t size_;
  Millis least_;
  Millis threshold_;
  Spending spending_;
  Solution best_;
};

}  // namespace

/// An order that starts everything as soon as possible is not always best: a D2H slows down the H2D beside it, and with
/// it the kernel that waits for that H2D. The D2H may have time to spare.
Planned gated(const Instance& instance, const Options& options) {
  Planned planned = best_ungated(instance, options);
  const Solution found = ThresholdAccepting(instance, planned.plan, options).run();
  if (clearly_less(found.cost, planned.predicted)) {
    planned.plan = evaluate::plan_of(instance, found.order);
    planned.plan.gates = evaluate::plan_gates(instance, found.order, planned.plan.rounds, found.gates);
    planned.predicted = found.cost;
  }
  planned.proven_optimal = !clearly_less(least_cost(instance, options.objective), planned.predicted);
  planned.seeks_optimum = false;
  return planned;
}

}  // namespace warpshop::order
