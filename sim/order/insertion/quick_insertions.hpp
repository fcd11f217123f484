#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/order/insertion/insertion_trials.hpp"

namespace warpshop::order {

/// Insertion at a position that is good, in O(n): Taillard's acceleration of NEH (1990) with the times that the stages
/// have under contention. Heads are the states before the positions; tails go backwards through the sequence with the
/// stage times of the sequence as it is, without the task. Head, task and tail estimate what each engine's longest path
/// becomes. The few positions of the least estimates are then tried.
template <bool Latencies>
class QuickInsertions {
 public:
  QuickInsertions(const Instance& instance, const evaluate::Traits& traits)
      : trials_(instance, traits), tails_(instance.size() + 1) {}

  std::span<const std::uint32_t> sequence() const { return trials_.sequence(); }
  void assign(std::span<const std::uint32_t> sequence) { trials_.assign(sequence); }
  void insert(std::size_t position, std::uint32_t task) { trials_.insert(position, task); }
  void remove(std::size_t position) { trials_.remove(position); }

  Insertion best(std::uint32_t task);
  std::int64_t evaluations() const { return trials_.evaluations(); }

 private:
  struct Tail {
    double h2d = 0, kernel = 0, d2h = 0;  ///< the longest path to the end from the start of each stage
  };

  void measure_tails();
  double d2h_time(const evaluate::Stages& task, std::size_t slot) const;
  double estimate(std::size_t position, const evaluate::Grown<Latencies>& behind, double bound) const;

  InsertionTrials<Latencies> trials_;
  std::vector<Tail> tails_;   ///< by position
  std::uint32_t beside_ = 0;  ///< D2Hs before this one move beside an H2D
};

}  // namespace warpshop::order
