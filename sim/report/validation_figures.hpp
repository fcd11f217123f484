#pragma once

#include "sim/model/validation.hpp"

namespace warpshop::report {

/// Errors, rank agreement, and what each policy's plan is worth beside the orders, `random`, `fifo`, `hyperq` and the
/// rivals that were measured. Predictions that tied() count as equal where they are ranked. `random` is there where the
/// validation names its orders: the median of a random order, which is that of all orders where they are all there are.
ValidationMetrics validation_metrics(const Validation& validation);

/// Whether every plan was repeated often enough for intervals that mean 95 %, and to tell plans apart.
bool has_intervals(const Validation& validation);

}  // namespace warpshop::report
