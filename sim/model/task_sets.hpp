#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop {

/// Sets of tasks out of a population, each known by its number alone, so that any number of them takes no memory.
class TaskSets {
 public:
  enum class Kind : std::uint8_t { combinations, choices, random };

  /// Every combination of `size` out of `population` tasks, with repetition: C(population + size - 1, size) of them, in
  /// lexicographic order. Both ≥ 1. Throws InputError: more than kMost.
  static TaskSets combinations(std::size_t population, std::size_t size);
  /// The same without repetition: C(population, size). Throws InputError: size above population, more than kMost.
  static TaskSets choices(std::size_t population, std::size_t size);
  /// `count` sets of `size` tasks, each drawn with repetition and in the order in which it was drawn; a set depends on
  /// the seed and its number alone. All ≥ 1.
  static TaskSets random(std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed);

  /// The most that a sweep may have.
  static constexpr std::uint64_t kMost = 1'000'000'000;
  /// The most tasks of a set.
  static constexpr std::size_t kLargest = 10'000'000;

  Kind kind() const { return kind_; }
  std::size_t population() const { return population_; }
  std::size_t size() const { return size_; }
  std::uint64_t count() const { return count_; }
  std::uint64_t seed() const { return seed_; }  ///< 0 of what is not drawn
  /// Positions in the population; number < count().
  Order set(std::uint64_t number) const;
  friend bool operator==(const TaskSets&, const TaskSets&) = default;

 private:
  TaskSets(Kind kind, std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed)
      : kind_(kind), population_(population), size_(size), count_(count), seed_(seed) {}

  Kind kind_;
  std::size_t population_;
  std::size_t size_;
  std::uint64_t count_;
  std::uint64_t seed_;
};

/// What the tasks of each set of a sweep are called.
struct SetNames {
  std::optional<TaskSets> sets;    ///< of the population; nothing: each set is a file
  std::vector<std::string> names;  ///< of the population, or of the file of each set; none: t1, t2, …
  std::string between = "-";       ///< stands between two names, see name_separator()
  friend bool operator==(const SetNames&, const SetNames&) = default;

  /// `VA-MM-MM`, `jobs.yaml`.
  std::string text(std::uint64_t set) const;
};

}  // namespace warpshop
