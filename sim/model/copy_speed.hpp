#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/model/units.hpp"

namespace warpshop {

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
