#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace warpshop::dispatch {

/// Draws kinds of tasks at random, each as often as it is repeated: kind k with a probability of
/// repeats[k] / Σ repeats.
class TaskDraw {
 public:
  /// repeats: of one kind at least, each ≥ 1.
  TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed);

  /// A position in `repeats`.
  std::size_t next();

 private:
  std::vector<std::uint64_t> until_;  ///< of the kinds up to and including each, how many tasks there are
  std::mt19937_64 random_;
};

}  // namespace warpshop::dispatch
