#pragma once

namespace warpshop {

/// What a query, best-effort work, or all of them have of a processor. Neither is negative.
struct ProcessorPart {
  int cores = 0;
  int ways = 0;  ///< of the cache that all cores share

  bool operator==(const ProcessorPart&) const = default;
};

}  // namespace warpshop
