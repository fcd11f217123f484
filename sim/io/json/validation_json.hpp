#pragma once

#include <ostream>

#include "sim/model/validation.hpp"
#include "sim/model/validation_metrics.hpp"

namespace warpshop::io {

/// One line: `warpshop.validate/1`: every measured plan with its samples, errors over the orders, what each policy's
/// plan is worth, speed-ups, rivals; numbers unrounded. `orders` holds positions in `plans`. A plan's `order` holds
/// positions in the workload, and beside it stands what plan_json.hpp's add_execution() writes. Null:
/// `results_correct` that were not checked, a rank correlation that does not exist. metrics: of this validation.
void write_json(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics);

}  // namespace warpshop::io
