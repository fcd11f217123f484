#pragma once

#include <cstddef>

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_window.hpp"

namespace warpshop {

/// One way to share the GPU between clients, and what happens in a stretch of time.
struct ClientTimeline {
  ClientComparison comparison;  ///< of this way alone: one result, which has a window
  std::size_t ranked = 0;       ///< so many ways were compared, and this one came first; 0: it was asked for

  const ClientsResult& result() const { return comparison.results.front(); }
  const ClientWindow& window() const { return *result().window; }
};

}  // namespace warpshop
