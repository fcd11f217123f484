#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/order/insertion/room.hpp"

namespace warpshop::order {

/// How one trial of InsertionTrials came to its end, by the states that it had on the way. All trials end with the same
/// tasks, and two of them are mostly in the same state, but for the time, soon after the later of their two positions:
/// from there on they take equally long.
///
/// Of several trials that met each other, the path is made up of the parts that were simulated, at times that make it
/// one.
template <bool Latencies>
class TrialPath {
 public:
  using State = evaluate::Prefix<Latencies>;
  using Place = evaluate::Place<Latencies>;

  /// A state of so many tasks more each is kept.
  static constexpr std::size_t kStride = 16;

  TrialPath(std::size_t tasks, Room& room)
      : marks_(room.array<Mark>(tasks / kStride + 1)),
        next_(room.array<State>(tasks / kStride + 1)),
        places_(room.array<Place>(tasks)) {}

  void forget() { begin_ = std::numeric_limits<std::size_t>::max(); }

  /// The trial that is now simulated, of several together the first, has this state.
  void pass(const State& state) {
    if (state.size() % kStride == 0) {
      next_[state.size() / kStride] = state;
    }
  }
  /// Whether the trial at `position` goes on from this state as the path does; size() is a multiple of kStride. Behind
  /// both positions the slots hold the same tasks.
  template <class Places>
  bool meets(std::size_t position, const State& state, const Places& places) const {
    if (state.size() < begin_) {
      return false;
    }
    const Mark& mark = marks_[state.size() / kStride];
    return state.head() == mark.state.head() && state.head() > std::max<std::size_t>(position, mark.position) &&
           state.goes_on_as(mark.state, places, places_.data());
  }
  /// What the trial then costs.
  template <class Places>
  double cost(const State& state, const Places& places, const evaluate::DuplexRates& rates) const {
    return cost_ + later(state, places, rates);
  }

  /// The trial at `position`, which meets() the path in `state`, is its beginning from now on.
  template <class Places>
  void join(std::size_t position, const State& state, const Places& places, const evaluate::DuplexRates& rates) {
    take(position, state.size(), places, later(state, places, rates), next_mark());
  }
  /// The trial at `position`, which has come to its end, is the path from now on.
  template <class Places>
  void become(std::size_t position, std::size_t size, const Places& places, double cost) {
    become_of(position, size, places, cost, next_mark());
  }
  /// The same of one whose states are all known: state(size).
  template <class Known>
  void become(std::size_t position, std::size_t size, const Place* places, double cost, const Known& state) {
    become_of(position, size, places, cost, [&](std::size_t mark) { return state(mark * kStride); });
  }

 private:
  struct Mark {
    State state;
    std::size_t position;  ///< of the trial that had this state
  };

  template <class Places>
  double later(const State& state, const Places& places, const evaluate::DuplexRates& rates) const {
    return state.h2d_end(places, rates) - marks_[state.size() / kStride].state.h2d_end(places_.data(), rates);
  }
  auto next_mark() const {
    return [this](std::size_t mark) { return next_[mark]; };
  }
  /// passed(mark): the trial's state there.
  template <class Places, class Passed>
  void become_of(std::size_t position, std::size_t size, const Places& places, double cost, const Passed& passed) {
    forget();  // what is known of smaller sizes has another cost
    cost_ = cost;
    take(position, size, places, 0, passed);
  }
  /// What the trial passed before `size` tasks, and happened `delay` later than in this path.
  template <class Places, class Passed>
  void take(std::size_t position, std::size_t size, const Places& places, double delay, const Passed& passed) {
    for (std::size_t mark = position / kStride + 1; mark * kStride < size; ++mark) {
      marks_[mark] = {passed(mark), position};
      marks_[mark].state.shift(-delay);
    }
    for (std::size_t slot = position; slot < size; ++slot) {
      places_[slot] = places[slot];
      State::shift(places_[slot], -delay);
    }
    begin_ = std::min(begin_, position + 1);
  }

  std::span<Mark> marks_;  ///< by size / kStride
  std::span<State> next_;  ///< the same of the trial that is simulated
  std::span<Place> places_;
  std::size_t begin_ = std::numeric_limits<std::size_t>::max();  ///< sizes from here on are known, and lead to cost_
  double cost_ = 0;
};

}  // namespace warpshop::order
