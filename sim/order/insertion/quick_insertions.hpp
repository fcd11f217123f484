#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/order/insertion/paths.hpp"
#include "sim/order/insertion/tried_sequence.hpp"

namespace warpshop::order {

/// Insertion at a position that is good, in O(n): Taillard's acceleration of NEH (1990) with the times that the stages
/// have under contention. Heads are the states before the positions; tails go backwards through the sequence with the
/// stage times of the sequence as it is, without the task. Head, task and tail estimate what each engine's longest path
/// becomes. The few positions of the least estimates are then tried.
template <bool Latencies>
class QuickInsertions : public TriedSequence<Latencies> {
 public:
  QuickInsertions(const Instance& instance, const evaluate::Traits& traits)
      : TriedSequence<Latencies>(instance, traits), tails_(instance.size() + 1) {}

  Insertion best(std::uint32_t task);

 private:
  void measure_tails();
  double d2h_time(const evaluate::Stages& task, std::size_t slot) const;
  /// Of `position`, and of those after it in the other lanes of Number, a double or a Pack; all before beside_, or
  /// none.
  template <class Number>
  Number estimate(std::size_t position) const;
  /// visit(position, estimate) from the last of a range on; a range that is all before beside_, or none of it.
  template <class Visit>
  void estimate_all(std::size_t begin, std::size_t end, const Visit& visit) const;

  using TriedSequence<Latencies>::trials_;
  std::vector<Paths<double>> tails_;  ///< by position
  std::uint32_t beside_ = 0;          ///< D2Hs before this one move beside an H2D
};

}  // namespace warpshop::order
