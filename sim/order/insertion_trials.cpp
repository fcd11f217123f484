#include "sim/order/insertion_trials.hpp"

#include <algorithm>

namespace warpshop::order {
namespace {

/// A trial is bounded again after so many tasks.
constexpr std::size_t kStride = 8;

}  // namespace

template <bool Latencies>
InsertionTrials<Latencies>::InsertionTrials(const Instance& instance, const evaluate::Traits& traits)
    : jobs_(instance.jobs.data()),
      rates_(traits.rates),
      sequence_(instance.size()),
      trial_(instance.size()),
      places_(instance.size()),
      trial_places_(instance.size()),
      before_(instance.size() + 1, State(jobs_, sequence_.data(), places_.data(), rates_)),
      suffixes_(instance.size() + 1),
      bound_(rates_, {}) {
  tried_.reserve(instance.size() + 1);
}

template <bool Latencies>
void InsertionTrials<Latencies>::assign(std::span<const std::uint32_t> sequence) {
  const auto before = this->sequence();
  const auto same = [](auto mismatch, auto begin) { return static_cast<std::size_t>(mismatch.first - begin); };
  states_ = std::min(
      states_, same(std::mismatch(before.begin(), before.end(), sequence.begin(), sequence.end()), before.begin()));
  lengths_ = std::min(lengths_, same(std::mismatch(before.rbegin(), before.rend(), sequence.rbegin(), sequence.rend()),
                                     before.rbegin()));
  size_ = sequence.size();
  std::copy(sequence.begin(), sequence.end(), sequence_.begin());
}

template <bool Latencies>
void InsertionTrials<Latencies>::insert(std::size_t position, std::uint32_t task) {
  const auto place = sequence_.begin() + static_cast<std::ptrdiff_t>(position);
  const auto end = sequence_.begin() + static_cast<std::ptrdiff_t>(size_);
  std::copy_backward(place, end, end + 1);
  *place = task;
  states_ = std::min(states_, position);
  lengths_ = std::min(lengths_, size_ - position);
  ++size_;
}

template <bool Latencies>
void InsertionTrials<Latencies>::remove(std::size_t position) {
  const auto place = sequence_.begin() + static_cast<std::ptrdiff_t>(position);
  std::copy(place + 1, sequence_.begin() + static_cast<std::ptrdiff_t>(size_), place);
  --size_;
  states_ = std::min(states_, position);
  lengths_ = std::min(lengths_, size_ - position);
}

template <bool Latencies>
void InsertionTrials<Latencies>::refresh() {
  State state = before_[states_];
  while (states_ < size_) {
    state.append();
    before_[++states_] = state;
  }
  for (; lengths_ < size_; ++lengths_) {
    suffixes_[lengths_ + 1] = suffixes_[lengths_].behind(job(size_ - 1 - lengths_));
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::begin(std::uint32_t task) {
  refresh();
  task_ = task;
  last_ = &jobs_[size_ > 0 ? sequence_[size_ - 1] : task];
  bound_ = TrialBound(rates_, suffixes_[size_].behind(jobs_[task]));
  std::copy(sequence_.begin(), sequence_.begin() + static_cast<std::ptrdiff_t>(size_), trial_.begin());
  std::copy(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(size_), trial_places_.begin());
  tried_.clear();
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
}

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::size_t position) {
  const auto begin = sequence_.begin();
  const auto place = static_cast<std::ptrdiff_t>(position);
  std::copy(begin, begin + place, trial_.begin());
  trial_[position] = task_;
  std::copy(begin + place, begin + static_cast<std::ptrdiff_t>(size_), trial_.begin() + place + 1);
  const State& before = before_[position];
  std::copy(places_.begin() + before.head(), places_.begin() + place, trial_places_.begin() + before.head());

  State state(before, trial_.data(), trial_places_.data());
  state.append();
  const Job& last = jobs_[trial_[size_]];
  while (state.size() <= size_) {
    for (std::size_t step = std::min(size_ + 1 - state.size(), kStride); step > 0; --step) {
      state.append();
    }
    if (state.size() <= size_ &&
        hopeless(position, bound_(state, jobs_[trial_[state.size() - 1]], last, suffixes_[size_ + 1 - state.size()]))) {
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
Insertion InsertionTrials<Latencies>::last_of_the_best() const {
  Insertion last = leader_;
  for (const Insertion& trial : tried_) {
    if (trial.position > last.position && tied(trial.cost, leader_.cost)) {
      last = trial;
    }
  }
  return last;
}

template class InsertionTrials<false>;
template class InsertionTrials<true>;

}  // namespace warpshop::order
