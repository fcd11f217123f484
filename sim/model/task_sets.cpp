#include "sim/model/task_sets.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop {
namespace {

/// C(tasks + size - 1, size): multisets of `size` out of `tasks`; nothing: more than `most`.
std::optional<std::uint64_t> multisets(std::uint64_t tasks, std::uint64_t size, std::uint64_t most) {
  if (tasks == 0) {
    return size == 0 ? 1 : 0;
  }
  // C(n, k) grows with each factor, and each product is divisible: C(n - k + i, i).
  const std::uint64_t chosen = std::min(size, tasks - 1);
  const std::uint64_t others = std::max(size, tasks - 1);
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    if (others + i > UINT64_MAX / count) {
      return std::nullopt;
    }
    count = count * (others + i) / i;
    if (count > most) {
      return std::nullopt;
    }
  }
  return count;
}

}  // namespace

TaskSets TaskSets::combinations(std::size_t population, std::size_t size) {
  const auto count = multisets(population, size, kMost);
  if (!count) {
    throw InputError("more than " + std::to_string(kMost) + " combinations of " + std::to_string(size) + " out of " +
                     std::to_string(population) + " tasks, expected fewer, or random sets");
  }
  return {population, size, *count, 0, false};
}

TaskSets TaskSets::random(std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed) {
  return {population, size, count, seed, true};
}

Order TaskSets::set(std::uint64_t number) const {
  Order tasks;
  tasks.reserve(size_);
  if (drawn_) {
    stats::Draws draws(mixed(seed_, number));
    for (std::size_t i = 0; i < size_; ++i) {
      tasks.push_back(static_cast<std::uint32_t>(draws.below(population_)));
    }
    return tasks;
  }
  std::uint64_t task = 0;
  for (std::size_t left = size_; left > 0; --left) {
    // How many sets start with `task`, all further ones being no smaller.
    for (;; ++task) {
      const std::uint64_t with = *multisets(population_ - task, left - 1, kMost);
      if (number < with) {
        break;
      }
      number -= with;
    }
    tasks.push_back(static_cast<std::uint32_t>(task));
  }
  return tasks;
}

}  // namespace warpshop
