#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/model/plan.hpp"

namespace warpshop {

/// Sets of tasks out of a population, each known by its number alone, so that any number of them takes no memory.
class TaskSets {
 public:
  /// Every combination of `size` out of `population` tasks, with repetition: C(population + size - 1, size) of them, in
  /// lexicographic order. Both ≥ 1. Throws InputError: more than kMost.
  static TaskSets combinations(std::size_t population, std::size_t size);
  /// `count` sets of `size` tasks, each drawn with repetition and in the order in which it was drawn; a set depends on
  /// the seed and its number alone. All ≥ 1.
  static TaskSets random(std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed);

  /// The most that a sweep may have.
  static constexpr std::uint64_t kMost = 1'000'000'000;
  /// The most tasks of a set.
  static constexpr std::size_t kLargest = 10'000'000;

  std::uint64_t count() const { return count_; }
  std::size_t size() const { return size_; }
  /// Positions in the population; number < count().
  Order set(std::uint64_t number) const;

 private:
  TaskSets(std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed, bool drawn)
      : population_(population), size_(size), count_(count), seed_(seed), drawn_(drawn) {}

  std::size_t population_;
  std::size_t size_;
  std::uint64_t count_;
  std::uint64_t seed_;
  bool drawn_;
};

}  // namespace warpshop
