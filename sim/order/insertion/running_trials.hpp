#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/evaluate/closed_form/prefixes.hpp"

// Trials of InsertionTrials while they are simulated: a task at some position of a sequence each.

namespace warpshop::order {

template <bool Latencies>
class TrialAlone {
 public:
  using State = evaluate::Prefix<Latencies>;
  using Place = evaluate::Place<Latencies>;

  static constexpr std::size_t kMost = 1;

  /// before: the position; sequence_places: of the sequence without the task, by slot; places: to write to, by slot.
  TrialAlone(std::size_t position, const State& before, const Place* sequence_places, Place* places)
      : position_(position), state_(before), places_(places) {
    std::copy(sequence_places + before.head(), sequence_places + before.size(), places_ + before.head());
  }

  std::size_t count() const { return 1; }
  std::size_t last() const { return position_; }
  std::size_t position(std::size_t /*trial*/) const { return position_; }
  const State& state(std::size_t /*trial*/) const { return state_; }
  const Place* places(std::size_t /*trial*/) const { return places_; }
  std::size_t size() const { return state_.size(); }

  /// Goes on to a state of `size` tasks; sequence: without the task.
  void go_on(std::size_t size, const evaluate::Stages& task, std::span<const evaluate::Stages> sequence,
             const evaluate::DuplexRates& rates) {
    if (state_.size() == position_) {
      state_.append(task, places_, rates);
    }
    for (const evaluate::Stages& next : sequence.subspan(state_.size() - 1, size - state_.size())) {
      state_.append(next, places_, rates);
    }
  }

 private:
  std::size_t position_;
  State state_;
  Place* places_;
};

/// Several trials side by side, from where the first of them starts: most of the time the same happens in all.
template <bool Latencies>
class TrialsTogether {
 public:
  static constexpr std::size_t kMost = 4;
  using State = evaluate::Prefix<Latencies>;
  using Place = evaluate::Place<Latencies>;
  using Places = evaluate::PlacePack<Latencies, kMost>;

  /// positions: 1 … kMost, increasing; before: the first of them.
  TrialsTogether(std::span<const std::size_t> positions, const State& before, const Place* sequence_places,
                 Places* places)
      : count_(positions.size()), states_(before), places_(places) {
    // Lanes without a trial of their own repeat the last one.
    positions_.fill(positions.back());
    std::copy(positions.begin(), positions.end(), positions_.begin());
    for (std::size_t slot = before.head(); slot < before.size(); ++slot) {
      places_[slot] = Places(sequence_places[slot]);
    }
  }

  std::size_t count() const { return count_; }
  std::size_t last() const { return positions_.back(); }
  std::size_t position(std::size_t trial) const { return positions_[trial]; }
  State state(std::size_t trial) const { return states_.lane(trial); }
  auto places(std::size_t trial) const { return evaluate::PlacesOfLane<Latencies, kMost>(places_, trial); }
  std::size_t size() const { return states_.size(); }

  void go_on(std::size_t size, const evaluate::Stages& task, std::span<const evaluate::Stages> sequence,
             const evaluate::DuplexRates& rates) {
    const evaluate::RatesPack<kMost> packed(rates);
    evaluate::Prefixes<Latencies, kMost> states = states_;  // in registers
    while (states.size() < size && states.size() <= last()) {
      states.append(evaluate::StagesPack<kMost>(at(states.size(), task, sequence)), places_, packed);
    }
    for (const evaluate::Stages& next : sequence.subspan(states.size() - 1, size - states.size())) {
      states.append(evaluate::StagesPack<kMost>(next), places_, packed);
    }
    states_ = states;
  }

 private:
  std::array<const evaluate::Stages*, kMost> at(std::size_t slot, const evaluate::Stages& task,
                                                std::span<const evaluate::Stages> sequence) const {
    std::array<const evaluate::Stages*, kMost> tasks;
    std::transform(positions_.begin(), positions_.end(), tasks.begin(), [&](std::size_t position) {
      return slot == position ? &task : &sequence[slot < position ? slot : slot - 1];
    });
    return tasks;
  }

  std::size_t count_;
  std::array<std::size_t, kMost> positions_;
  evaluate::Prefixes<Latencies, kMost> states_;
  Places* places_;
};

}  // namespace warpshop::order
