#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/order/insertion_trials.hpp"

namespace warpshop::order {

/// Insertion at the best position of all.
template <bool Latencies>
class ExactInsertions {
 public:
  ExactInsertions(const Instance& instance, const evaluate::Traits& traits)
      : trials_(instance, traits), bounds_(instance.size() + 1) {}

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
  std::vector<double> bounds_;  ///< by position
};

template <bool Latencies>
Insertion ExactInsertions<Latencies>::best(std::uint32_t task) {
  trials_.begin(task);
  std::size_t promising = trials_.size();
  for (std::size_t position = trials_.size() + 1; position-- > 0;) {
    bounds_[position] = trials_.bound(position, trials_.behind(position));
    promising = bounds_[position] < bounds_[promising] * (1 - kRounding) ? position : promising;
  }
  trials_.try_at(promising);
  std::size_t waiting = promising;
  for (std::size_t position = trials_.size() + 1; position-- > 0;) {
    if (position != promising && !trials_.hopeless(position, bounds_[position])) {
      if (waiting != promising) {
        trials_.try_two(position, waiting);
        waiting = promising;
      } else {
        waiting = position;
      }
    }
  }
  if (waiting != promising && !trials_.hopeless(waiting, bounds_[waiting])) {
    trials_.try_at(waiting);
  }
  return trials_.last_of_the_best();
}

}  // namespace warpshop::order
