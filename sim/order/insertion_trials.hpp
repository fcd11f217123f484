#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/insertion.hpp"
#include "sim/order/suffix.hpp"
#include "sim/order/trial_bound.hpp"

namespace warpshop::order {

/// Whether InsertionTrials are possible: the closed form, all stages, the makespan, and rates that TrialBound can
/// bound.
inline bool insertion_trials_apply(const evaluate::Traits& traits, Objective objective) {
  return traits.closed_form && !traits.missing && objective == Objective::makespan && evaluate::couples(traits.rates);
}

/// A sequence of tasks that grows and shrinks, and trials of putting one more into it.
///
/// Kept from task to task: the state before every position as far as nothing before it has changed, and the suffix
/// behind every position, so that a trial costs no more than what comes after it.
template <bool Latencies>
class InsertionTrials {
 public:
  using State = evaluate::Prefix<Latencies>;

  /// Keeps a reference to the instance.
  InsertionTrials(const Instance& instance, const evaluate::Traits& traits);

  std::span<const std::uint32_t> sequence() const { return {sequence_.data(), size_}; }
  std::size_t size() const { return size_; }
  void assign(std::span<const std::uint32_t> sequence);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// From now on `task`, which is not in the sequence, is tried.
  void begin(std::uint32_t task);
  /// The state behind the task at `position`; before any trial, and from the last position on.
  State behind(std::size_t position);
  /// What the trial costs at the least, as far as a state behind() tells; O(1).
  double bound(std::size_t position, const State& state) const;
  /// Whether what costs that at the least cannot become the last of the best any more.
  bool hopeless(std::size_t position, double bound) const;
  /// Evaluates the trial, or gives it up as hopeless.
  void try_at(std::size_t position);
  /// Both of them task by task, so that what the one waits for leaves time for the other. earlier < later.
  void try_two(std::size_t earlier, std::size_t later);

  /// Of the trials so far the first of least makespan.
  const Insertion& leader() const { return leader_; }
  /// And the last of those that are tied() with it.
  Insertion last_of_the_best() const;

  /// Of whole orders, about: those tried, and one for all that went before.
  std::int64_t evaluations() const { return 1 + static_cast<std::int64_t>(tried_.size()); }

  const Job& job(std::size_t slot) const { return jobs_[sequence_[slot]]; }
  const Job& task() const { return jobs_[task_]; }
  const evaluate::DuplexRates& rates() const { return rates_; }
  /// The state before a position.
  const State& before(std::size_t position) const { return before_[position]; }

 private:
  struct Scratch {
    std::vector<std::uint32_t> sequence;
    std::vector<evaluate::Place> places;
  };

  void refresh();
  State start(std::size_t position, Scratch& scratch) const;
  bool hopeless(std::size_t position, const State& state, const Scratch& scratch) const;
  void finish(std::size_t position, const State& state);

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> sequence_;
  std::vector<evaluate::Place> places_;
  std::array<Scratch, 2> scratch_;
  std::vector<State> before_;     ///< by position
  std::vector<Suffix> suffixes_;  ///< by length
  std::size_t states_ = 0;        ///< before_[0 … states_] hold
  std::size_t lengths_ = 0;       ///< suffixes_[0 … lengths_] hold
  std::uint32_t task_ = 0;
  const Job* last_ = nullptr;  ///< of the sequence
  TrialBound bound_;
  std::vector<Insertion> tried_;
  Insertion leader_;
};

template <bool Latencies>
evaluate::Prefix<Latencies> InsertionTrials<Latencies>::behind(std::size_t position) {
  Scratch& scratch = scratch_.front();
  scratch.sequence[position] = task_;
  State state(before_[position], scratch.sequence.data(), scratch.places.data());
  state.append();
  return state;
}

template <bool Latencies>
double InsertionTrials<Latencies>::bound(std::size_t position, const State& state) const {
  return bound_(state, task(), position < size_ ? *last_ : task(), suffixes_[size_ - position]);
}

}  // namespace warpshop::order
