#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "sim/order/insertion/tried_sequence.hpp"

namespace warpshop::order {

/// Insertion at the best position of all.
template <bool Latencies>
class ExactInsertions : public TriedSequence<Latencies> {
 public:
  ExactInsertions(const Instance& instance, const evaluate::Traits& traits)
      : TriedSequence<Latencies>(instance, traits) {}

  /// The position of least makespan for a task that is not in the sequence, of tied ones the last. Every position is
  /// bounded first; then the one of the least bound is tried, and from the last on those that may still be better.
  Insertion best(std::uint32_t task);

 private:
  using TriedSequence<Latencies>::trials_;
};

template <bool Latencies>
Insertion ExactInsertions<Latencies>::best(std::uint32_t task) {
  trials_.begin(task);
  const std::size_t size = trials_.sequence().size();
  std::size_t promising = 0;
  double least = std::numeric_limits<double>::infinity();
  trials_.bound_all();
  for (std::size_t position = size + 1; position-- > 0;) {
    if (trials_.bound(position) < least) {
      least = trials_.bound(position) * (1 - kRounding);
      promising = position;
    }
  }
  trials_.try_at(promising);
  std::array<std::size_t, InsertionTrials<Latencies>::kTogether> waiting{};  // from `free` on
  std::size_t free = waiting.size();
  for (std::size_t position = size + 1; position-- > 0;) {
    if (position == promising || trials_.hopeless(position)) {
      continue;
    }
    waiting[--free] = position;
    if (free == 0) {
      trials_.try_at(waiting);
      free = waiting.size();
    }
  }
  while (free < waiting.size() && trials_.hopeless(waiting[free])) {
    ++free;
  }
  trials_.try_at(std::span(waiting).subspan(free));
  return trials_.last_of_the_best();
}

}  // namespace warpshop::order
