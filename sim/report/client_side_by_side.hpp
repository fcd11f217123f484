#pragma once

#include <span>
#include <string>

#include "sim/model/client_comparison.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// One workload of clients on several devices, for people: a row for each client under each way of sharing, in the
/// order of the first device's ranking; of each device what the client answers, its 99th percentile, and whether its
/// goal is kept. A way of which the numbers were searched for has others on each device: it stands there by its name
/// alone, where every device has it once. comparisons: at least one.
std::string clients_side_by_side(std::span<const ClientComparison> comparisons, const format::Table& style);

}  // namespace warpshop::report
