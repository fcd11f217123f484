#pragma once

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
#include "sim/order/insertion/suffix.hpp"
#include "sim/order/insertion/trial_bound.hpp"

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
  /// visit(position, behind, bound) for every position from the last on: the state behind the task there, and what the
  /// trial costs at the least as far as that tells; O(1) each. Keep: trials of many of them follow, and what is known
  /// is kept for these and for hopeless().
  template <bool Keep, class Visit>
  void look_at_all(const Visit& visit);
  /// Whether the trial cannot become the last of the best any more. After look_at_all<true>().
  bool hopeless(std::size_t position) const { return hopeless(position, bounds_[position]); }
  /// Evaluates the trial, or gives it up as hopeless.
  void try_at(std::size_t position) { try_together<1>({position}); }
  /// The same of at most kTogether increasing positions, task by task, so that what the one waits for leaves time for
  /// the others.
  void try_at(std::span<const std::size_t> positions);
  static constexpr std::size_t kTogether = Latencies ? 3 : 4;

  /// Of the trials so far the first of least makespan.
  const Insertion& leader() const { return leader_; }
  /// And the last of those that are tied() with it.
  Insertion last_of_the_best() const;

  /// Of whole orders, about: those tried, and one for all that went before.
  std::int64_t evaluations() const { return 1 + static_cast<std::int64_t>(tried_.size()); }

  const evaluate::Stages& stages(std::size_t slot) const { return stages_[slot]; }
  const evaluate::Stages& task() const { return task_; }
  const evaluate::DuplexRates& rates() const { return rates_; }
  /// The state before a position, and when its last H2D ends.
  const State& before(std::size_t position) const { return before_[position]; }
  double h2d_end_before(std::size_t position) const { return before_[position].h2d_end(places_.data(), rates_); }

 private:
  void refresh();

  Place* places_of(std::size_t trial) { return scratch_.data() + trial * sequence_.size(); }
  State start(std::size_t position, Place* places) const;
  template <std::size_t N>
  void try_together(const std::array<std::size_t, N>& positions);
  bool hopeless(std::size_t position, double bound) const;
  bool hopeless(std::size_t position, State state, const Place* places) const;
  bool finish_as_sequence(std::size_t position, State state, const Place* places);
  void finish(std::size_t position, Millis cost);

  /// With the task at `position`: what the D2Hs behind `head` take alone, and their payload.
  double queued(std::size_t position, std::size_t head) const {
    return head < position ? suffixes_[size_ - 1 - head].d2h + task_.d2h() : suffixes_[size_ - head].d2h;
  }
  double queued_payload(std::size_t position, std::size_t head) const {
    return head < position ? suffixes_[size_ - 1 - head].d2h_payload + task_.d2h_payload
                           : suffixes_[size_ - head].d2h_payload;
  }

  // What some twenty tasks need; they are planned so fast that allocations would show.
  alignas(std::max_align_t) std::array<std::byte, 8192> block_;
  std::pmr::monotonic_buffer_resource memory_{block_.data(), block_.size()};

  const Job* jobs_;
  evaluate::DuplexRates rates_;
  std::size_t size_ = 0;
  std::pmr::vector<std::uint32_t> sequence_;
  std::pmr::vector<evaluate::Stages> stages_;  ///< of the sequence
  std::pmr::vector<Place> places_;             ///< of the sequence
  std::pmr::vector<State> before_;             ///< by position
  std::pmr::vector<Suffix> suffixes_;          ///< by length
  std::size_t states_ = 0;                     ///< before_[0 … states_] hold
  std::size_t lengths_ = 0;                    ///< suffixes_[0 … lengths_] hold

  std::uint32_t tried_task_ = 0;
  evaluate::Stages task_;
  evaluate::Stages last_;  ///< of the sequence
  TrialBound bound_;
  bool kept_ = false;                                    ///< behind_ holds
  std::pmr::vector<evaluate::Grown<Latencies>> behind_;  ///< by position: with the task there
  std::pmr::vector<double> bounds_;                      ///< by position
  std::pmr::vector<Place> scratch_;                      ///< by trial of those together and slot
  std::pmr::vector<Insertion> tried_;
  Insertion leader_;
};

template <bool Latencies>
template <bool Keep, class Visit>
void InsertionTrials<Latencies>::look_at_all(const Visit& visit) {
  // Copies, which what visit() writes cannot change as far as the compiler knows.
  const evaluate::DuplexRates rates = rates_;
  const evaluate::Stages task = task_;
  const TrialBound bound = bound_;
  kept_ = Keep;
  for (std::size_t position = size_ + 1; position-- > 0;) {
    evaluate::Grown<Latencies>& behind = behind_[Keep ? position : 0];
    before_[position].grow(task, places_.data(), rates, behind);
    const double least = bound(behind.state, behind.h2d_end, task, position < size_ ? last_ : task_,
                               suffixes_[size_ - position], queued_payload(position, behind.state.head()));
    if constexpr (Keep) {
      bounds_[position] = least;
    }
    visit(position, behind, least);
  }
}

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

}  // namespace warpshop::order
