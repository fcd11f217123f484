#pragma once

#include <cstdint>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// What made pages of unified memory move. Nobody records it, but the driver moves them only when they are touched
/// where they are not, or when the program asks for it (CUDA C++ Programming Guide, "Unified Memory"; CUPTI's causes of
/// a migration: user, coherence, prefetch by the driver, eviction). So a migration follows
/// - the last `cudaMemPrefetchAsync` before it, where the recording says that the program asked for it;
/// - the kernel of its process that runs meanwhile: the one that started last;
/// - the kernel that ended last, where the host waits within a call: it is not the host that touches them;
/// - else the host, which stands still until it has its pages: as a call that blocks, on the thread that called last.
///
/// Adds these calls to the trace. By command: the kernel that it follows, kNone for all that is no such migration.
std::vector<std::uint32_t> find_migration_causes(RecordedTrace& trace);

}  // namespace warpshop::io
