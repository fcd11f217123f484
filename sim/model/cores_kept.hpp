#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// What serving under a target came to, and what it kept of a processor that best-effort work shares (S1 5).
struct CoresKept {
  Millis target{0};
  std::uint64_t ended = 0;              ///< tasks that were done
  std::uint64_t over_target = 0;        ///< of these, later than the target after they came
  std::uint32_t given = 0;              ///< cores that both may use; 0: nothing was moved
  double mean = 0;                      ///< cores kept, over time
  std::uint32_t most = 0;               ///< cores kept
  std::uint64_t changes = 0;            ///< of what was kept
  std::uint32_t ways = 0;               ///< of the cache that both share; 0: these were not split
  double mean_ways = 0;                 ///< kept, over time
  std::uint64_t moved = 0;              ///< threads of best-effort work
  std::vector<std::string> notes = {};  ///< why not, and who may not be touched, for people
};

}  // namespace warpshop
