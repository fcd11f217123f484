#pragma once

#include <ostream>

#include "sim/model/metric_series.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people: a row a kernel.
void print(std::ostream& out, const format::Table& style, const ImportedSeries& imported);

}  // namespace warpshop::report
