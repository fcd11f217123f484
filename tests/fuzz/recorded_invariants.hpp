#pragma once

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::test {

/// What every recording that was read keeps to (sim/io/import/recorded_trace.hpp). Throws std::logic_error.
void expect_invariants(const RecordedTrace& trace);

/// That it becomes a workload and a profile which are read as they were written, and fit each other. Throws
/// std::logic_error.
void expect_workload(const RecordedTrace& trace);

}  // namespace warpshop::test
