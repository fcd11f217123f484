#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "sim/order/insertion/insertion_trials.hpp"

namespace warpshop::order {

/// Insertion at the best position of all.
template <bool Latencies>
class ExactInsertions {
 public:
  ExactInsertions(const Instance& instance, const evaluate::Traits& traits) : trials_(instance, traits) {}

  std::span<const std::uint32_t> sequence() const { return trials_.sequence(); }
  void assign(std::span<const std::uint32_t> sequence) { trials_.assign(sequence); }
  void insert(std::size_t position, std::uint32_t task) { trials_.insert(position, task); }
  void remove(std::size_t position) { trials_.remove(position); }

  /// The position of least makespan for a task that is not in the sequence, of tied ones the last. Every position is
  /// bounded first; then the one of the least bound is tried, and from the last on those that may still be better.
  Insertion best(std::uint32_t task);
  /// What the last best() took, in evaluations of whole orders, about.
  std::int64_t evaluations() const { return trials_.evaluations(); }

 private:
  InsertionTrials<Latencies> trials_;
};

template <bool Latencies>
Insertion ExactInsertions<Latencies>::best(std::uint32_t task) {
  trials_.begin(task);
  std::size_t promising = 0;
  double least = std::numeric_limits<double>::infinity();
  trials_.template look_at_all<true>([&](std::size_t position, const auto& /*behind*/, double bound) {
    if (bound < least) {
      least = bound * (1 - kRounding);
      promising = position;
    }
  });
  trials_.try_at(promising);
  std::array<std::size_t, InsertionTrials<Latencies>::kTogether> waiting{};  // from `free` on
  std::size_t free = waiting.size();
  for (std::size_t position = trials_.size() + 1; position-- > 0;) {
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
