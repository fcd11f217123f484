#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/insertion/late_d2h.hpp"
#include "sim/order/insertion/running_trials.hpp"
#include "sim/order/insertion/suffix.hpp"
#include "sim/order/insertion/trial_bound.hpp"
#include "sim/order/insertion/trial_path.hpp"

namespace warpshop::order {

/// Whether InsertionTrials are possible: the closed form, all stages, the makespan, and rates that TrialBound can
/// bound.
inline bool insertion_trials_apply(const evaluate::Traits& traits, Objective objective) {
  return traits.closed_form && !traits.missing && objective == Objective::makespan && evaluate::couples(traits.rates);
}

/// A sequence of tasks that grows and shrinks, and trials of putting one more into it.
///
/// Kept from task to task: the state before every position as far as nothing before it has changed, and the suffix
/// behind every position, so that a trial costs no more than what comes after it. In a long sequence it costs what
/// comes until another trial's path goes on in the same way.
template <bool Latencies>
class InsertionTrials {
 public:
  using State = evaluate::Prefix<Latencies>;
  using Place = evaluate::Place<Latencies>;

  /// Keeps a reference to the instance. Cannot be moved: its memory is in it.
  InsertionTrials(const Instance& instance, const evaluate::Traits& traits);

  std::span<const std::uint32_t> sequence() const { return {sequence_.data(), size_}; }
  std::size_t size() const { return size_; }
  void assign(std::span<const std::uint32_t> sequence);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// From now on `task`, which is not in the sequence, is tried.
  void begin(std::uint32_t task);
  /// visit(position, bound) for every position from the last on, bound: what the trial costs at the least as far as the
  /// state behind the task tells; O(1) each. The bounds are kept for hopeless().
  template <class Visit>
  void bound_all(const Visit& visit);
  /// Whether the trial cannot become the last of the best any more. After bound_all().
  bool hopeless(std::size_t position) const { return hopeless(position, bounds_[position]); }
  /// Evaluates the trial, or gives it up as hopeless.
  void try_at(std::size_t position);
  /// The same of at most kTogether increasing positions, side by side.
  void try_at(std::span<const std::size_t> positions);
  static constexpr std::size_t kTogether = TrialsTogether<Latencies>::kMost;

  /// Of the trials so far the first of least makespan.
  const Insertion& leader() const { return leader_; }
  /// And the last of those that are tied() with it.
  Insertion last_of_the_best() const;

  /// All trials since begin() that came to an end.
  std::span<const Insertion> tried() const { return tried_; }
  /// Of whole orders, about: those tried, and one for all that went before.
  std::int64_t evaluations() const { return 1 + static_cast<std::int64_t>(tried_.size()); }

  const evaluate::Stages& stages(std::size_t slot) const { return stages_[slot]; }
  const evaluate::Stages& task() const { return task_; }
  const evaluate::DuplexRates& rates() const { return rates_; }
  /// The state before a position, and when its last H2D ends.
  const State& before(std::size_t position) const { return before_[position]; }
  double h2d_end_before(std::size_t position) const { return h2d_ends_[position]; }
  /// When the D2Hs before it have ended, at the earliest.
  double d2h_end_before(std::size_t position) const { return d2h_ends_[position]; }
  /// What the trial costs at the least by the copies alone; O(1). Without latencies: if its D2H starts at d2h_start, on
  /// the clock of H2D work, or later.
  double bound_by_copies(std::size_t position, double d2h_start) const requires(!Latencies) {
    return bound_.by_copies(d2h_start + task_.d2h_payload * rates_.work_per_d2h, last(position),
                            suffixes_[size_ - position]);
  }
  /// With latencies: as the state before the position tells.
  double bound_by_copies(std::size_t position) const requires Latencies {
    const State& before = before_[position];
    const Suffix suffix = suffixes_[size_ - position].behind(task_);
    const double queued = position > 0 ? queued_payload(position, before.head()) : suffix.d2h_payload;
    return bound_.by_copies(before, h2d_ends_[position], last(position), suffix, queued);
  }

 private:
  void refresh();
  void refresh_late_d2hs();
  /// Suffixes that are longer have changed.
  void forget_lengths(std::size_t longer_than) {
    lengths_ = std::min(lengths_, longer_than);
    late_lengths_ = std::min(late_lengths_, std::max<std::size_t>(longer_than, 1));
  }
  void keep(const State& state, double h2d_end);

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

  /// The last task with the one that is tried at `position`.
  const evaluate::Stages& last(std::size_t position) const { return position < size_ ? last_ : task_; }
  /// With the task at `position`: what the D2Hs behind `head` take alone, and their payload.
  double queued(std::size_t position, std::size_t head) const {
    return head < position ? suffixes_[size_ - 1 - head].d2h + task_.d2h() : suffixes_[size_ - head].d2h;
  }
  double queued_payload(std::size_t position, std::size_t head) const {
    return head < position ? suffixes_[size_ - 1 - head].d2h_payload + task_.d2h_payload
                           : suffixes_[size_ - head].d2h_payload;
  }

  // What some thirty tasks need; they are planned so fast that allocations would show.
  alignas(std::max_align_t) std::array<std::byte, 14336> block_;
  std::pmr::monotonic_buffer_resource memory_{block_.data(), block_.size()};

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  std::size_t size_ = 0;
  std::pmr::vector<std::uint32_t> sequence_;
  std::pmr::vector<evaluate::Stages> stages_;  ///< of the sequence
  std::pmr::vector<Place> places_;             ///< of the sequence
  std::pmr::vector<State> before_;             ///< by position
  std::pmr::vector<double> h2d_ends_;          ///< by position: end of the last H2D before it
  std::pmr::vector<double> d2h_ends_;          ///< by position: when the D2Hs before it have ended, at the earliest
  std::pmr::vector<Suffix> suffixes_;          ///< by length
  std::pmr::vector<LateD2h> late_d2hs_;        ///< by length of the suffix, from 1 on
  std::size_t states_ = 0;                     ///< before_[0 … states_] hold, and so do the ends
  std::size_t lengths_ = 0;                    ///< suffixes_[0 … lengths_] hold
  std::size_t late_lengths_ = 1;               ///< late_d2hs_[1 … late_lengths_] hold

  std::uint32_t tried_task_ = 0;
  evaluate::Stages task_;
  evaluate::Stages last_;  ///< of the sequence
  TrialBound bound_;
  std::pmr::vector<double> bounds_;  ///< by position
  /// What the first trial has simulated: mostly it is the one that is inserted.
  struct First {
    std::size_t position = 0;
    std::size_t size = 0;               ///< states of position + 1 … size tasks are known; 0: none
    std::pmr::vector<State> states;     ///< by size
    std::pmr::vector<double> h2d_ends;  ///< by size
    std::pmr::vector<Place> places;     ///< by slot
  };
  First first_;
  std::pmr::vector<Place> alone_places_;                                          ///< of a trial alone, by slot
  std::pmr::vector<typename TrialsTogether<Latencies>::Places> together_places_;  ///< of several, by slot
  TrialPath<Latencies> path_;
  std::pmr::vector<Insertion> tried_;
  Insertion leader_;
};

template <bool Latencies>
template <class Visit>
void InsertionTrials<Latencies>::bound_all(const Visit& visit) {
  // Copies, which what is written cannot change as far as the compiler knows.
  const evaluate::DuplexRates rates = rates_;
  const evaluate::Stages task = task_;
  const TrialBound bound = bound_;
  const auto bound_at = [&](std::size_t position, const evaluate::Stages& last) {
    const evaluate::Grown<Latencies> behind = before_[position].grow(task, places_.data(), rates);
    double least = bound(behind.state, behind.h2d_end, task, d2h_ends_[position], last, suffixes_[size_ - position],
                         queued_payload(position, behind.state.head()));
    if constexpr (!Latencies) {
      if (position < size_) {
        least = std::max(bound.by_last_kernel(behind.state, task, last, late_d2hs_[size_ - position]), least);
      }
    }
    bounds_[position] = least;
    visit(position, least);
  };
  if constexpr (!Latencies) {
    refresh_late_d2hs();
  }
  bound_at(size_, task);
  const evaluate::Stages last = last_;
  for (std::size_t position = size_; position-- > 0;) {
    bound_at(position, last);
  }
}

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

}  // namespace warpshop::order
