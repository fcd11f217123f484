#include "sim/order/insertion/insertion_trials.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "sim/order/insertion/duration_bounds.hpp"

namespace warpshop::order {
namespace {

/// At sizes that are multiples of this a trial is looked at again: whether it is hopeless, or goes on as the sequence
/// does.
constexpr std::size_t kLook = 64;
/// From so many tasks on trials are held against the path of others; in a shorter sequence they hardly meet it.
constexpr std::size_t kLong = 32;

template <class T>
void insert_at(std::span<T> list, std::size_t size, std::size_t position, const T& value) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(position);
  const auto end = list.begin() + static_cast<std::ptrdiff_t>(size);
  std::copy_backward(place, end, end + 1);
  *place = value;
}

template <class T>
void remove_at(std::span<T> list, std::size_t size, std::size_t position) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(position);
  std::copy(place + 1, list.begin() + static_cast<std::ptrdiff_t>(size), place);
}

}  // namespace

template <bool Latencies>
InsertionTrials<Latencies>::InsertionTrials(const Instance& instance, const evaluate::Traits& traits)
    : jobs_(instance.jobs.data()),
      rates_(traits.rates),
      sequence_(room_.array<std::uint32_t>(instance.size())),
      stages_(room_.array<evaluate::Stages>(instance.size())),
      places_(room_.array<Place>(instance.size())),
      before_(room_.array<Before<Latencies>>(instance.size() + 1)),
      suffixes_(room_.array<Suffix<Latencies>>(instance.size() + 1)),
      bound_(rates_, 0, 0, {}),
      bound_at_end_(bound_),
      bounds_(room_.array<double>(instance.size() + 1)),
      first_{.states = room_.array<Before<Latencies>>(instance.size() + 1),
             .places = room_.array<Place>(instance.size())},
      alone_places_(room_.array<Place>(instance.size())),
      together_places_(room_.array<typename TrialsTogether<Latencies>::Places>(instance.size())),
      path_(instance.size() >= kLong ? instance.size() : 0, room_),
      tried_(room_.array<Insertion>(instance.size() + 1)) {
  before_[0] = {};
  suffixes_[0] = {};
}

template <bool Latencies>
void InsertionTrials<Latencies>::assign(std::span<const std::uint32_t> sequence) {
  const auto before = this->sequence();
  const auto same = [](auto mismatch, auto begin) { return static_cast<std::size_t>(mismatch.first - begin); };
  states_ = std::min(
      states_, same(std::mismatch(before.begin(), before.end(), sequence.begin(), sequence.end()), before.begin()));
  forget_lengths(
      same(std::mismatch(before.rbegin(), before.rend(), sequence.rbegin(), sequence.rend()), before.rbegin()));
  first_.size = 0;
  size_ = sequence.size();
  std::copy(sequence.begin(), sequence.end(), sequence_.begin());
  std::transform(sequence.begin(), sequence.end(), stages_.begin(),
                 [this](std::uint32_t task) { return evaluate::Stages(jobs_[task]); });
}

template <bool Latencies>
void InsertionTrials<Latencies>::insert(std::size_t position, std::uint32_t task) {
  insert_at(sequence_, size_, position, task);
  insert_at(stages_, size_, position, evaluate::Stages(jobs_[task]));
  states_ = std::min(states_, position);
  forget_lengths(size_ - position);
  if (task == tried_task_ && first_.size > 0 && first_.position == position) {
    std::copy(first_.places.data() + position, first_.places.data() + first_.size, places_.data() + position);
    while (states_ < first_.size) {
      keep(first_.states[states_ + 1].state, first_.states[states_ + 1].h2d_end);
    }
  }
  first_.size = 0;
  ++size_;
}

template <bool Latencies>
void InsertionTrials<Latencies>::remove(std::size_t position) {
  remove_at(sequence_, size_, position);
  remove_at(stages_, size_, position);
  --size_;
  states_ = std::min(states_, position);
  forget_lengths(size_ - position);
  first_.size = 0;
}

/// The state before the first position of which it is not known.
template <bool Latencies>
inline void InsertionTrials<Latencies>::keep(const State& state, double h2d_end) {
  const double d2h_end = std::max(before_[states_].d2h_end, state.kernel_end()) + stages_[states_].d2h();
  ++states_;
  before_[states_] = {state, h2d_end, d2h_end};
}

template <bool Latencies>
void InsertionTrials<Latencies>::refresh() {
  const evaluate::DuplexRates rates = rates_;
  State state = before_[states_].state;
  while (states_ < size_) {
    const double h2d_end = state.append(stages_[states_], places_.data(), rates);
    keep(state, h2d_end);
  }
  if (lengths_ == 0 && size_ > 0) {
    suffixes_[++lengths_] = Suffix<Latencies>::of_last(stages_[size_ - 1], rates);
  }
  Suffix<Latencies> suffix = suffixes_[lengths_];
  while (lengths_ < size_) {
    suffix = suffix.behind(stages_[size_ - 1 - lengths_], rates);
    suffixes_[++lengths_] = suffix;
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::begin(std::uint32_t task) {
  refresh();
  tried_task_ = task;
  task_ = evaluate::Stages(jobs_[task]);
  const double h2d_payload = suffixes_[size_].h2d_payload + task_.h2d_payload;
  const double d2h_payload = suffixes_[size_].d2h_payload + task_.d2h_payload;
  bound_ = TrialBound(rates_, h2d_payload, d2h_payload, size_ > 0 ? stages_[size_ - 1] : task_);
  bound_at_end_ = TrialBound(rates_, h2d_payload, d2h_payload, task_);
  first_.size = 0;
  path_.forget();
  tried_count_ = 0;
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
}

template <bool Latencies>
void InsertionTrials<Latencies>::bound_all() {
  // Copies, which what is written cannot change as far as the compiler knows.
  double* all = bounds_.data();
  const std::size_t size = size_;
  if constexpr (Latencies) {
    const evaluate::DuplexRates rates = rates_;
    const evaluate::Stages task = task_;
    for (std::size_t position = 0; position <= size; ++position) {
      const Before<Latencies>& before = before_[position];
      const State behind = before.state.grow(task, places_.data(), rates);
      all[position] = bound_of(position)(behind, behind.h2d_end(), before.d2h_end, task, suffixes_[size - position],
                                         queued_payload(position, behind.head()));
    }
  } else {
    const DurationBounds bounds(task_, rates_, size, before_.data(), places_.data(), suffixes_.data());
    const TrialBound bound = bound_;
    std::size_t position = 0;
    for (; position + 2 <= size; position += 2) {
      const auto pair = bounds.at<evaluate::Pack<2>>(position, bound);
      all[position] = pair[0];
      all[position + 1] = pair[1];
    }
    if (position < size) {
      all[position] = bounds.at<double>(position, bound);
    }
    all[size] = bounds.at<double>(size, bound_at_end_);
  }
}

/// All of them are behind the task that is tried and one more.
template <bool Latencies>
template <class Trials>
inline bool InsertionTrials<Latencies>::all_hopeless(const Trials& trials) const {
  const std::size_t size = trials.size();
  for (std::size_t trial = 0; trial < trials.count(); ++trial) {
    const State state = trials.state(trial);
    const double bound = bound_(state, state.h2d_end(trials.places(trial), rates_), 0, stages_[size - 2],
                                suffixes_[size_ + 1 - size], queued_payload(trials.position(trial), state.head()));
    if (!hopeless(trials.position(trial), bound)) {
      return false;
    }
  }
  return true;
}

template <bool Latencies>
inline void InsertionTrials<Latencies>::finish(std::size_t position, Millis cost) {
  assert(tried_count_ < tried_.size());
  tried_[tried_count_++] = {position, cost};
  if (cost < leader_.cost) {
    leader_ = {position, cost};
  }
}

/// If the trial goes on as the sequence does without the task, then to the end.
template <bool Latencies>
bool InsertionTrials<Latencies>::finish_as_sequence(std::size_t position, State state, const Place* places) {
  const State& base = before_[state.size() - 1].state;
  if (state.head() <= position || !state.goes_on_as(base, places, places_.data())) {
    return false;
  }
  const State& whole = before_[size_].state;
  const double makespan = whole.makespan(places_.data(), rates_, suffixes_[size_ - 1 - whole.head()].paths.d2h);
  finish(position, Millis{makespan + state.h2d_end(places, rates_) - base.h2d_end(places_.data(), rates_)});
  return true;
}

/// If all trials go on as one that was finished, then to the end.
template <bool Latencies>
template <class Trials>
inline bool InsertionTrials<Latencies>::finish_as_path(const Trials& trials) {
  for (std::size_t trial = 0; trial < trials.count(); ++trial) {
    if (!path_.meets(trials.position(trial), trials.state(trial), trials.places(trial))) {
      return false;
    }
  }
  for (std::size_t trial = trials.count(); trial-- > 0;) {
    finish(trials.position(trial), Millis{path_.cost(trials.state(trial), trials.places(trial), rates_)});
  }
  path_.join(trials.position(0), trials.state(0), trials.places(0), rates_);
  return true;
}

/// To the end, unless it is known before that they are hopeless, or how they end.
template <bool Latencies>
template <class Trials>
void InsertionTrials<Latencies>::run(Trials trials) {
  const evaluate::DuplexRates rates = rates_;
  const std::span<const evaluate::Stages> sequence = std::span(stages_).first(size_);
  const std::size_t whole = size_ + 1;
  const bool follow = size_ >= kLong;
  for (;;) {
    constexpr std::size_t kStride = TrialPath<Latencies>::kStride;
    const std::size_t size = follow ? std::min((trials.size() / kStride + 1) * kStride, whole) : whole;
    trials.go_on(size, task_, sequence, rates);
    if (size == whole) {
      break;
    }
    const bool all_behind = size > trials.last() + 1;
    if (all_behind && finish_as_path(trials)) {
      return;
    }
    path_.pass(trials.state(0));
    if (all_behind && size % kLook == 0) {
      // Of several, one that has ended would be taken along to the end of the others.
      if constexpr (Trials::kMost == 1) {
        if (finish_as_sequence(trials.position(0), trials.state(0), trials.places(0))) {
          return;
        }
      }
      if (all_hopeless(trials)) {
        return;
      }
    }
  }
  for (std::size_t trial = trials.count(); trial-- > 0;) {
    const State state = trials.state(trial);
    const double queue = queued(trials.position(trial), state.head());
    finish(trials.position(trial), Millis{state.makespan(trials.places(trial), rates, queue)});
  }
  if (follow) {
    path_.become(trials.position(0), whole, trials.places(0), tried().back().cost.count());
  }
}

/// Keeps all states.
template <bool Latencies>
void InsertionTrials<Latencies>::try_first(std::size_t position) {
  // Copies, which what is written cannot change as far as the compiler knows.
  const evaluate::DuplexRates rates = rates_;
  const evaluate::Stages* stages = stages_.data();
  Before<Latencies>* states = first_.states.data();
  Place* places = first_.places.data();
  const std::size_t whole = size_ + 1;

  State state = before_[position].state;
  std::copy(places_.data() + state.head(), places_.data() + position, places + state.head());
  first_.position = position;
  const double task_h2d_end = state.append(task_, places, rates);
  states[position + 1] = {state, task_h2d_end};
  for (std::size_t size = position + 1; size < whole;) {
    const std::size_t next = std::min(whole, size + kLook - size % kLook);
    while (size < next) {
      const double h2d_end = state.append(stages[size - 1], places, rates);
      ++size;
      states[size] = {state, h2d_end};
    }
    if (size < whole && finish_as_sequence(position, state, places)) {
      first_.size = size;
      return;
    }
  }
  first_.size = whole;
  const double makespan = state.makespan(places, rates, queued(position, state.head()));
  finish(position, Millis{makespan});
  if (size_ >= kLong) {
    path_.become(position, whole, places, makespan, [&](std::size_t size) { return states[size].state; });
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::size_t position) {
  if (tried().empty()) {
    try_first(position);
  } else {
    run(TrialAlone<Latencies>(position, before_[position].state, places_.data(), alone_places_.data()));
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::span<const std::size_t> positions) {
  if (positions.size() == 1) {
    try_at(positions.front());
  } else if (!positions.empty()) {
    run(TrialsTogether<Latencies>(positions, before_[positions.front()].state, places_.data(),
                                  together_places_.data()));
  }
}

template <bool Latencies>
Insertion InsertionTrials<Latencies>::last_of_the_best() const {
  Insertion last = leader_;
  for (const Insertion& trial : tried()) {
    if (trial.position > last.position && tied(trial.cost, leader_.cost)) {
      last = trial;
    }
  }
  return last;
}

template class InsertionTrials<false>;
template class InsertionTrials<true>;

}  // namespace warpshop::order
