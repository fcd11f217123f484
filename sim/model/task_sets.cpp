#include "sim/model/task_sets.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop {
namespace {

/// C(all, size), of size out of all; nothing: more than `most`.
std::optional<std::uint64_t> binomial(std::uint64_t all, std::uint64_t size, std::uint64_t most) {
  if (size > all) {
    return 0;
  }
  // It grows with each factor, and each product is divisible: C(all - chosen + i, i).
  const std::uint64_t chosen = std::min(size, all - size);
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    if (all - chosen + i > UINT64_MAX / count) {
      return std::nullopt;
    }
    count = count * (all - chosen + i) / i;
    if (count > most) {
      return std::nullopt;
    }
  }
  return count;
}

/// How many sets of that size there are of tasks, with repetition or without; nothing: more than `most`.
std::optional<std::uint64_t> sets_of(TaskSets::Kind kind, std::uint64_t tasks, std::uint64_t size, std::uint64_t most) {
  const bool repeats = kind == TaskSets::Kind::combinations && size > 0;
  return repeats && tasks == 0 ? 0 : binomial(repeats ? tasks + size - 1 : tasks, size, most);
}

std::uint64_t checked_count(TaskSets::Kind kind, std::size_t population, std::size_t size) {
  const auto count = sets_of(kind, population, size, TaskSets::kMost);
  if (!count) {
    throw InputError("more than " + std::to_string(TaskSets::kMost) + " combinations of " + std::to_string(size) +
                     " out of " + std::to_string(population) + " tasks, expected fewer, or random sets");
  }
  if (*count == 0) {
    throw InputError("no combination of " + std::to_string(size) + " out of " + std::to_string(population) +
                     " tasks has each once, expected fewer, or repetition: true");
  }
  return *count;
}

}  // namespace

TaskSets TaskSets::combinations(std::size_t population, std::size_t size) {
  return {Kind::combinations, population, size, checked_count(Kind::combinations, population, size), 0};
}

TaskSets TaskSets::choices(std::size_t population, std::size_t size) {
  return {Kind::choices, population, size, checked_count(Kind::choices, population, size), 0};
}

TaskSets TaskSets::random(std::size_t population, std::size_t size, std::uint64_t count, std::uint64_t seed) {
  return {Kind::random, population, size, count, seed};
}

Order TaskSets::set(std::uint64_t number) const {
  Order tasks;
  tasks.reserve(size_);
  if (kind_ == Kind::random) {
    stats::Draws draws(mixed(seed_, number));
    for (std::size_t i = 0; i < size_; ++i) {
      tasks.push_back(static_cast<std::uint32_t>(draws.below(population_)));
    }
    return tasks;
  }
  const std::uint64_t step = kind_ == Kind::choices ? 1 : 0;  // to the first task that may follow one
  std::uint64_t task = 0;
  for (std::size_t left = size_; left > 0; --left, task += step) {
    // How many sets start with `task`, all further ones being no smaller.
    for (;; ++task) {
      const std::uint64_t with = *sets_of(kind_, population_ - task - step, left - 1, kMost);
      if (number < with) {
        break;
      }
      number -= with;
    }
    tasks.push_back(static_cast<std::uint32_t>(task));
  }
  return tasks;
}

std::string SetNames::text(std::uint64_t set) const {
  if (!sets) {
    return names[set];
  }
  std::string text;
  for (const std::uint32_t task : sets->set(set)) {
    text.append(text.empty() ? "" : between).append(names.empty() ? "t" + std::to_string(task + 1) : names[task]);
  }
  return text;
}

}  // namespace warpshop
