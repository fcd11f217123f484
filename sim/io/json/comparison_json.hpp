#pragma once

#include <ostream>

#include "sim/model/comparison.hpp"

namespace warpshop::io {

/// One line: `warpshop.compare/1`, numbers unrounded; `skipped` only where a policy was. `distribution` is null but for
/// random:N, `late_tasks` null where no task has a due date.
void write_json(std::ostream& out, const Comparison& comparison);

}  // namespace warpshop::io
