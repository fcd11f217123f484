#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// What a user changes of a workload for once.
struct WhatIf {
  std::optional<Memory> memory = {};  ///< that all copies are from and to
  double compute = 1;                 ///< > 0: kernels that state their time are so many times as fast
  double host_time = 1;               ///< ≥ 0: what the host does between commands takes so much of its time
  std::uint32_t copies = 1;           ///< ≥ 1: so many of the workload run at once

  friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// As flags of a command line, those that change something: `--memory pinned`.
std::vector<std::string> flags(const WhatIf& what_if);

/// Adds them to what is set.
void append_flags(Basis& basis, const WhatIf& what_if);

/// The workload with that changed. A copy whose recorded duration is of the other kind of memory is its size from then
/// on; other durations stay. Host time is the lags, and in a recorded workload the releases. Of several copies the
/// tasks, jobs and families of the second are called NAME'2, of the third NAME'3, …. Throws InputError: compute other
/// than 1 for a kernel by name, more than kMostTasks tasks, a name taken, copies of clients.
Workload changed(Workload workload, const WhatIf& what_if);

}  // namespace warpshop
