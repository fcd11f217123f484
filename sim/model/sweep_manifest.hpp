#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/sweep.hpp"
#include "sim/model/task_sets.hpp"

namespace warpshop {

/// What a sweep is, before any of its points is made: points of equal manifests are points of the same sweep.
struct SweepManifest {
  Sweep head;                              ///< its cells hold values and device alone; no effects
  std::size_t most_tasks = 1;              ///< of any set
  std::string inputs;                      ///< 16 hexadecimal digits for what the files say: sweep, workloads, profiles
  std::vector<SetNames> set_names;         ///< different ones, where cells have tasks of their own
  std::vector<std::size_t> names_of_cell;  ///< by cell: which of set_names

  std::uint64_t points() const { return head.sets * head.cells.size(); }
};

}  // namespace warpshop
