#include "sim/order/insertion/insertion_trials.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <type_traits>

#include "sim/order/insertion/duration_bounds.hpp"
#include "sim/order/insertion/latency_bounds.hpp"

namespace warpshop::order {
namespace {

/// At sizes that are multiples of this a trial is looked at again: whether it is hopeless, or goes on as the sequence
/// does.
constexpr std::size_t kLook = 64;
/// From so many tasks on trials are held against the path of others; in a shorter sequence they hardly meet it.
constexpr std::size_t kLong = 32;

}  // namespace

template <bool Latencies>
InsertionTrials<Latencies>::InsertionTrials(const Instance& instance, const evaluate::Traits& traits)
    : jobs_(instance.jobs.data()),
      rates_(traits.rates),
      sequence_(instance, rates_, room_),
      bounds_(room_.array<double>(instance.size() + 1)),
      first_{.prefixes = room_.array<KnownPrefix<Latencies>>(instance.size() + 1),
             .places = room_.array<Place>(instance.size())},
      alone_places_(room_.array<Place>(instance.size())),
      together_places_(room_.array<typename TrialsTogether<Latencies>::Places>(instance.size())),
      path_(instance.size() >= kLong ? instance.size() : 0, room_),
      tried_(room_.array<Insertion>(instance.size() + 1)) {}

template <bool Latencies>
void InsertionTrials<Latencies>::assign(std::span<const std::uint32_t> tasks) {
  sequence_.assign(tasks);
  first_.size = 0;
}

template <bool Latencies>
void InsertionTrials<Latencies>::insert(std::size_t position, std::uint32_t task) {
  sequence_.insert(position, task);
  if (task == tried_task_ && first_.size > 0 && first_.position == position) {
    sequence_.adopt(position, first_.size, first_.prefixes.data(), first_.places.data());
  }
  first_.size = 0;
}

template <bool Latencies>
void InsertionTrials<Latencies>::remove(std::size_t position) {
  sequence_.remove(position);
  first_.size = 0;
}

template <bool Latencies>
void InsertionTrials<Latencies>::begin(std::uint32_t task) {
  sequence_.complete();
  tried_task_ = task;
  task_ = evaluate::Stages(jobs_[task]);
  const double h2d_payload = sequence_.suffix(0).h2d_payload + task_.h2d_payload;
  const double d2h_payload = sequence_.suffix(0).d2h_payload + task_.d2h_payload;
  bound_ = TrialBound(rates_, h2d_payload, d2h_payload, sequence_.size() > 0 ? sequence_.stages().back() : task_);
  bound_at_end_ = TrialBound(rates_, h2d_payload, d2h_payload, task_);
  first_.size = 0;
  path_.forget();
  tried_count_ = 0;
  leader_ = {0, Millis{std::numeric_limits<double>::infinity()}};
}

template <bool Latencies>
void InsertionTrials<Latencies>::bound_all() {
  using Bounds = std::conditional_t<Latencies, LatencyBounds, DurationBounds>;
  Bounds(task_, rates_, sequence_).all(bound_, bound_at_end_, bounds_.data());
}

/// All of them are behind the task that is tried and one more.
template <bool Latencies>
template <class Trials>
inline bool InsertionTrials<Latencies>::all_hopeless(const Trials& trials) const {
  const std::size_t size = trials.size();
  for (std::size_t trial = 0; trial < trials.count(); ++trial) {
    const State state = trials.state(trial);
    const double bound =
        bound_(state, state.h2d_end(trials.places(trial), rates_), 0, sequence_.stages()[size - 2],
               sequence_.suffix(size - 1), sequence_.queued_payload(trials.position(trial), task_, state.head()));
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
  const State& base = sequence_.prefix(state.size() - 1).state;
  if (state.head() <= position || !state.goes_on_as(base, places, sequence_.places())) {
    return false;
  }
  const State& whole = sequence_.prefix(sequence_.size()).state;
  const double makespan = whole.makespan(sequence_.places(), rates_, sequence_.suffix(whole.head() + 1).paths.d2h);
  finish(position, Millis{makespan + state.h2d_end(places, rates_) - base.h2d_end(sequence_.places(), rates_)});
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
  const std::span<const evaluate::Stages> stages = sequence_.stages();
  const std::size_t whole = stages.size() + 1;
  const bool follow = stages.size() >= kLong;
  for (;;) {
    constexpr std::size_t kStride = TrialPath<Latencies>::kStride;
    const std::size_t size = follow ? std::min((trials.size() / kStride + 1) * kStride, whole) : whole;
    trials.go_on(size, task_, stages, rates);
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
    const double queue = sequence_.queued(trials.position(trial), task_, state.head());
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
  const std::span<const evaluate::Stages> stages = sequence_.stages();
  KnownPrefix<Latencies>* prefixes = first_.prefixes.data();
  Place* places = first_.places.data();
  const std::size_t whole = stages.size() + 1;

  KnownPrefix<Latencies> prefix = sequence_.prefix(position);
  std::copy(sequence_.places() + prefix.state.head(), sequence_.places() + position, places + prefix.state.head());
  first_.position = position;
  prefix.append(task_, places, rates);
  prefixes[position + 1] = prefix;
  for (std::size_t size = position + 1; size < whole;) {
    const std::size_t next = std::min(whole, size + kLook - size % kLook);
    while (size < next) {
      prefix.append(stages[size - 1], places, rates);
      prefixes[++size] = prefix;
    }
    if (size < whole && finish_as_sequence(position, prefix.state, places)) {
      first_.size = size;
      return;
    }
  }
  first_.size = whole;
  const double makespan = prefix.state.makespan(places, rates, sequence_.queued(position, task_, prefix.state.head()));
  finish(position, Millis{makespan});
  if (stages.size() >= kLong) {
    path_.become(position, whole, places, makespan, [&](std::size_t size) { return prefixes[size].state; });
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::size_t position) {
  if (tried().empty()) {
    try_first(position);
  } else {
    run(TrialAlone<Latencies>(position, sequence_.prefix(position).state, sequence_.places(), alone_places_.data()));
  }
}

template <bool Latencies>
void InsertionTrials<Latencies>::try_at(std::span<const std::size_t> positions) {
  if (positions.size() == 1) {
    try_at(positions.front());
  } else if (!positions.empty()) {
    run(TrialsTogether<Latencies>(positions, sequence_.prefix(positions.front()).state, sequence_.places(),
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
