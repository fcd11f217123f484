#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/insertion/insertion_sequence.hpp"
#include "sim/order/insertion/known_prefix.hpp"
#include "sim/order/insertion/room.hpp"
#include "sim/order/insertion/running_trials.hpp"
#include "sim/order/insertion/trial_bound.hpp"
#include "sim/order/insertion/trial_path.hpp"

namespace warpshop::order {

/// Whether InsertionTrials are possible: the closed form, all stages, the makespan, and rates that TrialBound can
/// bound.
inline bool insertion_trials_apply(const evaluate::Traits& traits, Objective objective) {
  return traits.closed_form && !traits.missing && objective == Objective::makespan && evaluate::couples(traits.rates);
}

/// Trials of putting one more task into an InsertionSequence. A trial costs no more than what comes after the task; in
/// a long sequence it costs what comes until another trial's path goes on in the same way.
template <bool Latencies>
class InsertionTrials {
 public:
  using State = evaluate::Prefix<Latencies>;
  using Place = evaluate::Place<Latencies>;

  /// Keeps a reference to the instance. Cannot be moved: its memory is in it.
  InsertionTrials(const Instance& instance, const evaluate::Traits& traits);

  const InsertionSequence<Latencies>& sequence() const { return sequence_; }
  void assign(std::span<const std::uint32_t> tasks);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// From now on `task`, which is not in the sequence, is tried.
  void begin(std::uint32_t task);
  /// Bounds what the trial at every position costs at the least, as far as the state behind the task tells; O(1) each.
  void bound_all();
  /// After bound_all(), as is what follows.
  double bound(std::size_t position) const { return bounds_[position]; }
  /// Whether the trial cannot become the last of the best any more.
  bool hopeless(std::size_t position) const { return hopeless(position, bounds_[position]); }
  /// Evaluates the trial, or gives it up as hopeless; each position at most once after begin().
  void try_at(std::size_t position);
  /// The same of at most kTogether increasing positions, side by side.
  void try_at(std::span<const std::size_t> positions);
  static constexpr std::size_t kTogether = TrialsTogether<Latencies>::kMost;

  /// Of the trials so far the first of least makespan.
  const Insertion& leader() const { return leader_; }
  /// And the last of those that are tied() with it.
  Insertion last_of_the_best() const;

  /// All trials since begin() that came to an end.
  std::span<const Insertion> tried() const { return tried_.first(tried_count_); }
  /// Of whole orders, about: those tried, and one for all that went before.
  std::int64_t evaluations() const { return 1 + static_cast<std::int64_t>(tried_count_); }

  const evaluate::Stages& task() const { return task_; }
  const evaluate::DuplexRates& rates() const { return rates_; }
  /// Bounds of the trial there.
  const TrialBound& bound_of(std::size_t position) const {
    return position < sequence_.size() ? bound_ : bound_at_end_;
  }

 private:
  void try_first(std::size_t position);
  template <class Trials>
  void run(Trials trials);
  bool hopeless(std::size_t position, double bound) const;
  template <class Trials>
  bool all_hopeless(const Trials& trials) const;
  bool finish_as_sequence(std::size_t position, State state, const Place* places);
  template <class Trials>
  bool finish_as_path(const Trials& trials);
  void finish(std::size_t position, Millis cost);

  Room room_;

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  InsertionSequence<Latencies> sequence_;

  std::uint32_t tried_task_ = 0;
  evaluate::Stages task_;
  TrialBound bound_, bound_at_end_;  ///< with the task anywhere before the last one, and behind it
  std::span<double> bounds_;         ///< by position
  /// What the first trial has simulated: mostly it is the one that is inserted.
  struct First {
    std::size_t position = 0;
    std::size_t size = 0;                        ///< prefixes of position + 1 … size tasks are known; 0: none
    std::span<KnownPrefix<Latencies>> prefixes;  ///< by size
    std::span<Place> places;                     ///< by slot
  };
  First first_;
  std::span<Place> alone_places_;                                          ///< of a trial alone, by slot
  std::span<typename TrialsTogether<Latencies>::Places> together_places_;  ///< of several, by slot
  TrialPath<Latencies> path_;
  std::span<Insertion> tried_;  ///< tried_count_ of them
  std::size_t tried_count_ = 0;
  Insertion leader_;
};

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

}  // namespace warpshop::order
