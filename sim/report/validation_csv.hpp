#pragma once

#include <ostream>

#include "sim/model/validation.hpp"
#include "sim/model/validation_metrics.hpp"

namespace warpshop::report {

/// For programs, unrounded: a header if asked for, then a line a measured plan; columns as in docs/csv.md, the same for
/// every validation. metrics: of this validation.
void csv(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics, bool header);

}  // namespace warpshop::report
