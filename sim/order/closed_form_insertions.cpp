#include "sim/order/closed_form_insertions.hpp"

#include <algorithm>
#include <limits>

namespace warpshop::order {
namespace {

/// A trial is bounded again after so many tasks.
constexpr std::size_t kStride = 8;
/// Bounds and makespans are sums of the same numbers in different orders: rounding errors stay well below this.
constexpr double kRounding = 1e-12;

}  // namespace

template <bool Latencies>
ClosedFormInsertions<Latencies>::ClosedFormInsertions(const Instance& instance, const evaluate::Traits& traits)
    : jobs_(instance.jobs.data()),
      rates_(traits.rates),
      sequence_(instance.size()),
      trial_(instance.size()),
      places_(instance.size()),
      trial_places_(instance.size()),
      before_(instance.size() + 1, State(jobs_, sequence_.data(), places_.data(), rates_)),
      suffixes_(instance.size() + 1),
      bounds_(instance.size() + 1) {}

template <bool Latencies>
void ClosedFormInsertions<Latencies>::assign(std::span<const std::uint32_t> sequence) {
  size_ = sequence.size();
  std::copy(sequence.begin(), sequence.end(), sequence_.begin());
  states_ = lengths_ = 0;
}

template <bool Latencies>
void ClosedFormInsertions<Latencies>::insert(std::size_t position, std::uint32_t task) {
  const auto place = sequence_.begin() + static_cast<std::ptrdiff_t>(position);
  const auto end = sequence_.begin() + static_cast<std::ptrdiff_t>(size_);
  std::copy_backward(place, end, end + 1);
  *place = task;
  states_ = std::min(states_, position);
  lengths_ = std::min(lengths_, size_ - position);
  ++size_;
}

template <bool Latencies>
void ClosedFormInsertions<Latencies>::remove(std::size_t position) {
  const auto place = sequence_.begin() + static_cast<std::ptrdiff_t>(position);
  std::copy(place + 1, sequence_.begin() + static_cast<std::ptrdiff_t>(size_), place);
  --size_;
  states_ = std::min(states_, position);
  lengths_ = std::min(lengths_, size_ - position);
}

template <bool Latencies>
void ClosedFormInsertions<Latencies>::refresh() {
  for (; states_ < size_; ++states_) {
    before_[states_ + 1] = before_[states_];
    before_[states_ + 1].append();
  }
  for (; lengths_ < size_; ++lengths_) {
    suffixes_[lengths_ + 1] = suffixes_[lengths_].behind(jobs_[sequence_[size_ - 1 - lengths_]]);
  }
}

/// Appends the task to every prefix, in the sequence itself.
template <bool Latencies>
void ClosedFormInsertions<Latencies>::bound_all(const TrialBound& bound, std::uint32_t task) {
  const Job& last_of_all = jobs_[size_ > 0 ? sequence_[size_ - 1] : task];
  for (std::size_t position = 0; position <= size_; ++position) {
    const std::uint32_t task_there = sequence_[position];
    const evaluate::Place place_there = places_[position];
    sequence_[position] = task;
    State state = before_[position];
    state.append();
    const Job& last = position < size_ ? last_of_all : jobs_[task];
    bounds_[position] = bound(state, jobs_[task], last, suffixes_[size_ - position]);
    sequence_[position] = task_there;
    places_[position] = place_there;
  }
}

/// Of two that cost the same the later wins.
template <bool Latencies>
bool ClosedFormInsertions<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

template <bool Latencies>
void ClosedFormInsertions<Latencies>::try_at(std::size_t position, const TrialBound& bound, std::uint32_t task) {
  const auto begin = sequence_.begin();
  const auto place = static_cast<std::ptrdiff_t>(position);
  std::copy(begin, begin + place, trial_.begin());
  trial_[position] = task;
  std::copy(begin + place, begin + static_cast<std::ptrdiff_t>(size_), trial_.begin() + place + 1);
  const State& before = before_[position];
  std::copy(places_.begin() + before.head(), places_.begin() + place, trial_places_.begin() + before.head());

  State state(before, trial_.data(), trial_places_.data());
  state.append();
  while (state.size() <= size_) {
    const std::size_t left = size_ + 1 - state.size();
    for (std::size_t step = std::min(left, kStride); step > 0; --step) {
      state.append();
    }
    if (left > kStride &&
        hopeless(position, bound(state, jobs_[trial_[state.size() - 1]], jobs_[trial_[size_]], suffixes_[left - kStride]))) {
      return;
    }
  }
  const Insertion trial{position, Millis{state.makespan()}};
  tried_.push_back(trial);
  if (trial.cost < leader_.cost) {
    leader_ = trial;
  }
}

template <bool Latencies>
Insertion ClosedFormInsertions<Latencies>::best(std::uint32_t task) {
  refresh();
  const Suffix all = suffixes_[size_].behind(jobs_[task]);
  const TrialBound bound(rates_, all);
  bound_all(bound, task);
  tried_.clear();
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
  std::size_t promising = 0;
  for (std::size_t position = 1; position <= size_; ++position) {
    promising = bounds_[position] <= bounds_[promising] * (1 + kRounding) ? position : promising;
  }
  try_at(promising, bound, task);
  for (std::size_t position = size_ + 1; position-- > 0;) {
    if (position != promising && !hopeless(position, bounds_[position])) {
      try_at(position, bound, task);
    }
  }
  return last_of_the_best();
}

template <bool Latencies>
Insertion ClosedFormInsertions<Latencies>::last_of_the_best() const {
  Insertion last = leader_;
  for (const Insertion& trial : tried_) {
    if (trial.position > last.position && tied(trial.cost, leader_.cost)) {
      last = trial;
    }
  }
  return last;
}

template class ClosedFormInsertions<false>;
template class ClosedFormInsertions<true>;

}  // namespace warpshop::order
