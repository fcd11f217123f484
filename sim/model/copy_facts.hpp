#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/model/stage.hpp"
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

/// How fast the payloads of a device move from here on; all by [Direction].
struct CopySpeed {
  Millis from{0};
  std::uint32_t device = 0;
  std::array<std::optional<std::uint32_t>, 2> task = {};  ///< whose payload moves; nothing: none does
  std::array<double, 2> speed{};                          ///< relative to alone; 0: none moves
  std::array<double, 2> part_per_ms{};                    ///< of the payload

  bool both() const { return task[0] && task[1]; }
};

}  // namespace warpshop
