#pragma once

namespace warpshop::host {

/// What a query, best-effort work, or all of them have of a processor. Neither is negative.
struct Grant {
  int cores = 0;
  int ways = 0;  ///< of the cache that all cores share

  bool operator==(const Grant&) const = default;
};

}  // namespace warpshop::host
