#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/closed_form/partial_schedule.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/insertion/insertion_bound.hpp"

namespace warpshop::order {

/// Insertions into one sequence that grows and shrinks, where exact_insertions_apply(): each task at the best of all
/// positions. Three ideas make it fast:
///   - The trial goes on from the schedule before its position, which is kept (a head, in Taillard's acceleration of
///     NEH, 1990): it costs what comes after the task.
///   - The bound, from head and tail (what the tasks behind take at the least), is known of every trial in O(1).
///   - The cut: the position of the least bound is tried first, and mostly best. Others are left out unless their
///     bounds say that they may become the last of the best.
template <bool Latencies>
class ExactInsertions {
 public:
  /// Keeps a reference to the instance.
  ExactInsertions(const Instance& instance, const evaluate::Traits& traits)
      : instance_(instance),
        rates_(traits.rates),
        heads_(instance.size() + 1),
        d2hs_(instance.size() + 1),
        tails_(instance.size() + 1),
        trial_d2hs_(instance.size() + 1),
        bounds_(instance.size() + 1) {}

  std::span<const std::uint32_t> sequence() const { return sequence_; }
  void assign(std::span<const std::uint32_t> sequence);
  void insert(std::size_t position, std::uint32_t task);
  void remove(std::size_t position);

  /// The position of least makespan for a task that is not in the sequence, of tied ones the last.
  Insertion best(std::uint32_t task);
  /// What best() took, in evaluations of whole orders, about: the trials, and one for heads, tails and bounds.
  std::int64_t evaluations() const { return 1 + std::ssize(tried_); }

 protected:
  using Schedule = evaluate::PartialSchedule<Latencies>;
  using D2h = evaluate::ScheduledD2h<Latencies>;

  struct Head {
    Schedule schedule;   ///< of the tasks before a position
    double h2d_end = 0;  ///< of the last H2D
    double d2h_end = 0;  ///< when the D2Hs have ended, at the earliest
  };

  std::size_t size() const { return sequence_.size(); }
  const SequenceTail& tail(std::size_t position) const { return tails_[size() - position]; }

  /// From now on `task` is tried.
  void begin(std::uint32_t task);
  /// Evaluates the sequence with the task at `position`.
  void try_at(std::size_t position);
  /// What trials that put the task before the last of the sequence cost at the least, or behind it.
  const InsertionBound& bound_of(std::size_t position) const { return position < size() ? bound_ : bound_at_end_; }
  double bound(std::size_t position) const;
  /// With the task at `position`: what the D2Hs of the tasks behind `head` take alone.
  struct Queued {
    double time = 0, payload = 0;
  };
  Queued queued(std::size_t position, std::size_t head) const {
    const SequenceTail& behind = tail(head < position ? head + 1 : head);
    const double own = head < position ? 1 : 0;
    return {behind.paths.d2h + own * task_.d2h(), behind.d2h_payload + own * task_.d2h_payload};
  }

  const Instance& instance_;
  evaluate::DuplexRates rates_;
  std::vector<std::uint32_t> sequence_;
  std::vector<evaluate::Stages> stages_;  ///< by position
  std::vector<Head> heads_;               ///< by position; known up to heads_known_
  std::vector<D2h> d2hs_;                 ///< of the heads
  std::vector<SequenceTail> tails_;       ///< by number of tasks; known up to tails_known_
  std::size_t heads_known_ = 0, tails_known_ = 0;

  evaluate::Stages task_;
  InsertionBound bound_, bound_at_end_;
  std::vector<D2h> trial_d2hs_;
  std::vector<double> bounds_;  ///< by position
  std::vector<Insertion> tried_;
  Insertion leader_;  ///< of those the first of least makespan
};

template <bool Latencies>
void ExactInsertions<Latencies>::assign(std::span<const std::uint32_t> sequence) {
  sequence_.assign(sequence.begin(), sequence.end());
  stages_.clear();
  for (const std::uint32_t task : sequence) {
    stages_.emplace_back(instance_.jobs[task]);
  }
  heads_known_ = tails_known_ = 0;
}

template <bool Latencies>
void ExactInsertions<Latencies>::insert(std::size_t position, std::uint32_t task) {
  heads_known_ = std::min(heads_known_, position);
  tails_known_ = std::min(tails_known_, size() - position);
  sequence_.insert(sequence_.begin() + static_cast<std::ptrdiff_t>(position), task);
  stages_.emplace(stages_.begin() + static_cast<std::ptrdiff_t>(position), instance_.jobs[task]);
}

template <bool Latencies>
void ExactInsertions<Latencies>::remove(std::size_t position) {
  sequence_.erase(sequence_.begin() + static_cast<std::ptrdiff_t>(position));
  stages_.erase(stages_.begin() + static_cast<std::ptrdiff_t>(position));
  heads_known_ = std::min(heads_known_, position);
  tails_known_ = std::min(tails_known_, size() - position);
}

template <bool Latencies>
void ExactInsertions<Latencies>::begin(std::uint32_t task) {
  const evaluate::DuplexRates rates = rates_;  // a copy: nothing that is written changes it
  for (; heads_known_ < size(); ++heads_known_) {
    const evaluate::Stages& next = stages_[heads_known_];
    Head head = heads_[heads_known_];
    head.h2d_end = head.schedule.append(next, d2hs_.data(), rates);
    head.d2h_end = std::max(head.d2h_end, head.schedule.kernel_end()) + next.d2h();
    heads_[heads_known_ + 1] = head;
  }
  for (; tails_known_ < size(); ++tails_known_) {
    const evaluate::Stages& next = stages_[size() - 1 - tails_known_];
    tails_[tails_known_ + 1] = tails_[tails_known_].preceded_by(next);
  }
  task_ = evaluate::Stages(instance_.jobs[task]);
  const SequenceTail all = tail(0).preceded_by(task_);
  bound_ = InsertionBound(rates, all.h2d_payload, all.d2h_payload, stages_.empty() ? task_ : stages_.back());
  bound_at_end_ = InsertionBound(rates, all.h2d_payload, all.d2h_payload, task_);
  tried_.clear();
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
}

template <bool Latencies>
double ExactInsertions<Latencies>::bound(std::size_t position) const {
  const InsertionBound& order = bound_of(position);
  const SequenceTail& behind = tail(position);
  Schedule schedule = heads_[position].schedule;
  const double h2d_end = schedule.look_ahead(task_, d2hs_.data(), rates_);
  const double by_paths =
      InsertionBound::by_paths(h2d_end, schedule.kernel_end(), heads_[position].d2h_end, task_.d2h(), behind.paths);
  if constexpr (Latencies) {
    return std::max(by_paths, order.by_copies(schedule, behind, queued(position, schedule.head()).payload));
  } else {
    return std::max(by_paths, order.by_copies(schedule.d2h_end_work(), behind.d2h_payload));
  }
}

template <bool Latencies>
void ExactInsertions<Latencies>::try_at(std::size_t position) {
  const evaluate::DuplexRates rates = rates_;
  D2h* const d2hs = trial_d2hs_.data();
  Schedule schedule = heads_[position].schedule;
  std::copy(d2hs_.data() + schedule.head(), d2hs_.data() + position, d2hs + schedule.head());
  schedule.append(task_, d2hs, rates);
  for (const evaluate::Stages& next : std::span(stages_).subspan(position)) {
    schedule.append(next, d2hs, rates);
  }
  tried_.push_back({position, Millis{schedule.makespan(d2hs, rates, queued(position, schedule.head()).time)}});
  leader_ = tried_.back().cost < leader_.cost ? tried_.back() : leader_;
}

template <bool Latencies>
Insertion ExactInsertions<Latencies>::best(std::uint32_t task) {
  begin(task);
  std::size_t promising = size();
  for (std::size_t position = size() + 1; position-- > 0;) {
    bounds_[position] = bound(position);
    if (bounds_[position] < bounds_[promising] * (1 - evaluate::kRounding)) {
      promising = position;
    }
  }
  try_at(promising);
  for (std::size_t position = size() + 1; position-- > 0;) {
    const double margin = position < leader_.position ? -evaluate::kRounding : 2 * kTieTolerance;
    if (position != promising && bounds_[position] < leader_.cost.count() * (1 + margin)) {
      try_at(position);
    }
  }
  Insertion last = leader_;
  for (const Insertion& trial : tried_) {
    if (trial.position > last.position && tied(trial.cost, leader_.cost)) {
      last = trial;
    }
  }
  return last;
}

}  // namespace warpshop::order
