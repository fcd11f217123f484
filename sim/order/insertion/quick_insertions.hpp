#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/evaluate/closed_form/stages.hpp"
#include "sim/order/insertion/exact_insertions.hpp"

namespace warpshop::order {

/// Insertion at a position that is good, in O(n): Taillard's acceleration of NEH (1990) with the times that the stages
/// have under contention. Heads are the schedules before the positions; tails go backwards through the sequence with
/// the stage times of the sequence as it is, without the task. Head, task and tail estimate what each engine's longest
/// path becomes. The few positions of the least estimates are then tried.
template <bool Latencies>
class QuickInsertions : public ExactInsertions<Latencies> {
 public:
  QuickInsertions(const Instance& instance, const evaluate::Traits& traits)
      : ExactInsertions<Latencies>(instance, traits), contended_tails_(instance.size() + 1) {}

  /// The first position of least makespan among those tried.
  Insertion best(std::uint32_t task);

 private:
  using Base = ExactInsertions<Latencies>;

  void measure_tails();
  double d2h_time(const evaluate::Stages& task, std::size_t slot) const;
  double estimate(std::size_t position) const;

  std::vector<evaluate::Tails> contended_tails_;  ///< by position
  std::uint32_t beside_ = 0;                      ///< D2Hs before this one move beside an H2D
};

}  // namespace warpshop::order
