#include "sim/order/insertion.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

using Costs = std::vector<Millis>;

/// Evaluates every trial as a whole: for any instance and objective.
class WholeTrials {
 public:
  WholeTrials(const Instance& instance, Objective objective) : evaluator_(instance, objective) {}

  /// costs[p]: what `sequence` costs with `task` inserted before its position p, for positions of the window.
  void evaluate(const Order& sequence, std::uint32_t task, const Window& window, Costs& costs) {
    trial_ = sequence;
    trial_.insert(trial_.begin() + static_cast<std::ptrdiff_t>(window.last), task);
    for (std::size_t position = window.last;; --position) {
      costs[position] = evaluator_.cost(trial_);
      if (position == window.first) {
        return;
      }
      std::swap(trial_[position], trial_[position - 1]);
    }
  }

 private:
  evaluate::Evaluator evaluator_;
  Order trial_;
};

/// Keeps the state before every position, so that a trial costs only what comes after it: for the closed form.
template <bool Latencies>
class PrefixTrials {
  using State = evaluate::Prefix<Latencies>;

 public:
  PrefixTrials(const Instance& instance, const evaluate::Traits& traits)
      : trial_(instance.size()), places_(instance.size()) {
    before_.reserve(instance.size() + 1);
    before_.emplace_back(instance.jobs.data(), trial_.data(), places_.data(), traits.rates);
  }

  void evaluate(const Order& sequence, std::uint32_t task, const Window& /*window*/, Costs& costs) {
    const std::size_t size = sequence.size();
    std::copy(sequence.begin(), sequence.end(), trial_.begin());
    before_.erase(before_.begin() + 1, before_.end());
    for (std::size_t position = 0; position < size; ++position) {
      before_.push_back(before_.back());
      before_.back().append();
    }
    trial_[size] = task;
    for (std::size_t position = size;; --position) {
      State state = before_[position];
      while (state.size() <= size) {
        state.append();
      }
      costs[position] = Millis{state.makespan()};
      if (position == 0) {
        return;
      }
      std::swap(trial_[position], trial_[position - 1]);
    }
  }

 private:
  Order trial_;
  std::vector<evaluate::Place> places_;
  std::vector<State> before_;
};

/// Of tied positions the later one.
std::size_t best_position(const Costs& costs, const Window& window) {
  const Millis least = *std::min_element(costs.begin() + static_cast<std::ptrdiff_t>(window.first),
                                         costs.begin() + static_cast<std::ptrdiff_t>(window.last) + 1);
  std::size_t position = window.last;
  while (!tied(costs[position], least)) {
    --position;
  }
  return position;
}

template <class Trials>
Planned insert_all(const Instance& instance, Trials trials) {
  std::vector<Millis> totals;
  for (const Job& job : instance.jobs) {
    totals.push_back(job.total());
  }
  const InsertionWindows windows(instance);
  Planned planned;
  Order sequence;
  Costs costs(instance.size() + 1);
  for (const std::uint32_t task : by_decreasing(totals)) {
    const Window window = windows.of(task, sequence);
    trials.evaluate(sequence, task, window, costs);
    const std::size_t position = best_position(costs, window);
    sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(position), task);
    planned.predicted = costs[position];
  }
  planned.plan = evaluate::plan_of(instance, std::move(sequence));
  return planned;
}

}  // namespace

Planned insertion(const Instance& instance, Objective objective) {
  const evaluate::Traits traits = evaluate::traits_of(instance);
  if (!traits.closed_form || traits.missing || objective != Objective::makespan) {
    return insert_all(instance, WholeTrials(instance, objective));
  }
  return traits.latencies ? insert_all(instance, PrefixTrials<true>(instance, traits))
                          : insert_all(instance, PrefixTrials<false>(instance, traits));
}

}  // namespace warpshop::order
