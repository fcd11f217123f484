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
      places_(instance.size()),
      before_(instance.size() + 1, State(jobs_, sequence_.data(), places_.data(), rates_)),
      suffixes_(instance.size() + 1),
      bound_(rates_, {}) {
  tried_.reserve(instance.size() + 1);
  for (Scratch& scratch : scratch_) {
    scratch.sequence.resize(instance.size());
    scratch.places.resize(instance.size());
  }
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
  const auto end = static_cast<std::ptrdiff_t>(size_);
  std::copy(sequence_.begin(), sequence_.begin() + end, scratch_.front().sequence.begin());
  std::copy(places_.begin(), places_.begin() + end, scratch_.front().places.begin());
  tried_.clear();
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
}

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, double bound) const {
  const double margin = position < leader_.position ? -kRounding : 2 * kTieTolerance;
  return bound >= leader_.cost.count() * (1 + margin);
}

/// The trial's state behind the task that is tried.
template <bool Latencies>
evaluate::Prefix<Latencies> InsertionTrials<Latencies>::start(std::size_t position, Scratch& scratch) const {
  const State& before = before_[position];
  const auto head = static_cast<std::ptrdiff_t>(before.head());
  const auto place = static_cast<std::ptrdiff_t>(position);
  const auto begin = sequence_.begin();
  std::copy(begin + head, begin + place, scratch.sequence.begin() + head);
  scratch.sequence[position] = task_;
  std::copy(begin + place, begin + static_cast<std::ptrdiff_t>(size_), scratch.sequence.begin() + place + 1);
  std::copy(places_.begin() + head, places_.begin() + place, scratch.places.begin() + head);
  State state(before, scratch.sequence.data(), scratch.places.data());
  state.append();
  return state;
}

template <bool Latencies>
bool InsertionTrials<Latencies>::hopeless(std::size_t position, const State& state, const Scratch& scratch) const {
  const Job& appended = jobs_[scratch.sequence[state.size() - 1]];
  const Job& last = jobs_[scratch.sequence[size_]];
  return hopeless(position, bound_(state, appended, last, suffixes_[size_ + 1 - state.size()]));
}

template <bool Latencies>
void InsertionTrials<Latencies>::finish(std::size_t position, const State& state) {
  const Insertion trial{position, Millis{state.makespan()}};
  tried_.push_back(trial);
  if (trial.cost < leader_.cost) {
    leader_ = trial;
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::size_t position) {
  Scratch& scratch = scratch_.front();
  State state = start(position, scratch);
  while (state.size() <= size_) {
    for (std::size_t step = std::min(size_ + 1 - state.size(), kStride); step > 0; --step) {
      state.append();
    }
    if (state.size() <= size_ && hopeless(position, state, scratch)) {
      return;
    }
  }
  finish(position, state);
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_two(std::size_t earlier, std::size_t later) {
  State first = start(earlier, scratch_.front());
  State second = start(later, scratch_.back());
  while (first.size() < second.size()) {
    first.append();
  }
  while (first.size() <= size_) {
    for (std::size_t step = std::min(size_ + 1 - first.size(), kStride); step > 0; --step) {
      first.append();
      second.append();
    }
    if (first.size() <= size_ && hopeless(earlier, first, scratch_.front()) &&
        hopeless(later, second, scratch_.back())) {
      return;
    }
  }
  finish(later, second);
  finish(earlier, first);
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
