#pragma once

#include <array>
#include <optional>
#include <vector>

#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// What a workload says of a copy beside its time.
struct CopyFacts {
  std::optional<Bytes> bytes = {};  ///< nothing: it is given as a duration alone, or there is no such copy
  Memory memory = Memory::pinned;
  friend bool operator==(const CopyFacts&, const CopyFacts&) = default;
};

/// Of a task: [Direction].
using TaskCopies = std::array<CopyFacts, 2>;

/// By position in the workload, repeats expanded.
std::vector<TaskCopies> copy_facts(const Workload& workload);

}  // namespace warpshop
