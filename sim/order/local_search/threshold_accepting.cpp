#include "sim/order/local_search/threshold_accepting.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/objective_bound.hpp"
#include "sim/order/draws.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
namespace {

/// Evaluations unless the options say: so many a pair of tasks, at most …
constexpr std::int64_t kEvaluationsPerPair = 200;
constexpr std::int64_t kMostEvaluations = 20'000;
/// A D2H waits for an H2D of at most so many slots after its own: those around the time when it is ready.
constexpr std::uint64_t kReach = 8;

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

/// What a task more or less in front of another makes in the objective, on average.
Millis cost_per_task(const Instance& instance, const Plan& plan, Objective objective) {
  const auto tasks = static_cast<double>(instance.size());
  const Millis share = evaluate::makespan(instance, plan) / tasks;
  const bool weighted = objective == Objective::weighted_completion && !instance.weights.empty();
  return weighted ? share * std::accumulate(instance.weights.begin(), instance.weights.end(), 0.0) / tasks : share;
}

class Search {
 public:
  Search(const Instance& instance, const Plan& start, const Options& options, Changes changes)
      : instance_(instance),
        evaluator_(instance, options.objective),
        draws_(options.seed),
        size_(instance.size()),
        gate_share_(changes == Changes::orders ? 0 : 0.3),
        least_(evaluate::lower_bound(instance, options.objective)),
        threshold_(0.2 * cost_per_task(instance, start, options.objective)),
        spending_(options.budget, size_),
        best_{start.order, {}, evaluate::cost(instance, start, options.objective)} {
    if (changes == Changes::orders_and_gates) {
      best_.gates.resize(size_);
      std::iota(best_.gates.begin(), best_.gates.end(), 0U);
    }
  }

  GatedOrder run() {
    GatedOrder current = best_;
    GatedOrder trial;
    for (double spent = spending_.next(); spent < 1 && improvable(); spent = spending_.next()) {
      trial = current;
      change(trial);
      trial.cost = evaluator_.cost(trial.order, trial.gates);
      const double left = 1 - spent;
      if (trial.cost <= current.cost + left * left * left * draws_.unit() * threshold_) {
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
  bool improvable() const { return size_ > 1 && clearly_less(least_, best_.cost); }

  void change(GatedOrder& solution) {
    if (draws_.unit() < gate_share_) {
      change_gate(solution.gates);
    } else {
      change_order(solution.order);
      solution.order = feasible(instance_, std::move(solution.order));
    }
  }
  /// Opens a gate, or puts one before a D2H, instead of what it had.
  void change_gate(std::vector<std::uint32_t>& gates) {
    const std::size_t slot = draws_.below(size_ - 1);
    const bool open = gates[slot] > slot && draws_.below(2) == 0;
    const std::size_t reach = std::min<std::size_t>(size_ - 1 - slot, kReach);
    gates[slot] = static_cast<std::uint32_t>(open ? slot : slot + 1 + draws_.below(reach));
  }
  /// Two tasks change places, or one moves to another place.
  void change_order(Order& order) {
    const std::size_t from = draws_.below(size_);
    const std::size_t to = (from + 1 + draws_.below(size_ - 1)) % size_;
    if (draws_.below(2) == 0) {
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

  /// A gate stays only where the cost grows without it; whether any did not.
  bool open_needless_gates() {
    bool opened = false;
    for (std::uint32_t slot = 0; slot < best_.gates.size(); ++slot) {
      const std::uint32_t gate = std::exchange(best_.gates[slot], slot);
      if (gate == slot) {
        continue;
      }
      const Millis without = evaluator_.cost(best_.order, best_.gates);
      if (clearly_less(best_.cost, without)) {
        best_.gates[slot] = gate;
      } else {
        best_.cost = without;
        opened = true;
      }
    }
    return opened;
  }

  const Instance& instance_;
  evaluate::Evaluator evaluator_;
  Draws draws_;
  std::size_t size_;
  double gate_share_;  ///< of the changes
  Millis least_;
  Millis threshold_;
  Spending spending_;
  GatedOrder best_;
};

}  // namespace

GatedOrder threshold_accepting(const Instance& instance, const Plan& start, const Options& options, Changes changes) {
  return Search(instance, start, options, changes).run();
}

}  // namespace warpshop::order
