#pragma once

#include <ostream>

#include "sim/model/format.hpp"
#include "sim/model/validation_metrics.hpp"

namespace warpshop::report {

/// For programs, unrounded: a header before the first, then a line a measured plan; columns as in docs/csv.md, the same
/// for every validation.
void print(std::ostream& out, const format::Csv& format, const JudgedValidation& judged);

}  // namespace warpshop::report
