#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/task_sets.hpp"

namespace warpshop {

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
