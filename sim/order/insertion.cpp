#include "sim/order/insertion.hpp"

#include <algorithm>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

using Costs = std::vector<Millis>;

/// Evaluates every trial as a whole: for any instance.
class WholeTrials {
 public:
  explicit WholeTrials(const Instance& instance) : evaluator_(instance) {}

  /// costs[p]: makespan of `sequence` with `task` inserted before its position p.
  void evaluate(const Order& sequence, std::uint32_t task, Costs& costs) {
    trial_ = sequence;
    trial_.push_back(task);
    for (std::size_t position = sequence.size();; --position) {
      costs[position] = evaluator_.makespan(trial_);
      if (position == 0) {
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

  void evaluate(const Order& sequence, std::uint32_t task, Costs& costs) {
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
std::size_t best_position(const Costs& costs, std::size_t positions) {
  const Millis least = *std::min_element(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(positions));
  std::size_t position = positions - 1;
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
  Planned planned;
  Order& sequence = planned.plan.order;
  Costs costs(instance.size() + 1);
  for (const std::uint32_t task : by_decreasing(totals)) {
    trials.evaluate(sequence, task, costs);
    const std::size_t position = best_position(costs, sequence.size() + 1);
    sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(position), task);
    planned.predicted = costs[position];
  }
  return planned;
}

}  // namespace

Planned insertion(const Instance& instance) {
  const evaluate::Traits traits = evaluate::traits_of(instance);
  if (!traits.closed_form || traits.missing) {
    return insert_all(instance, WholeTrials(instance));
  }
  return traits.latencies ? insert_all(instance, PrefixTrials<true>(instance, traits))
                          : insert_all(instance, PrefixTrials<false>(instance, traits));
}

}  // namespace warpshop::order
