#pragma once

#include <cstddef>
#include <vector>

#include "sim/report/policy_rows.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// What people read of a comparison, in a table and on a page, a row a row: the columns that say something of it, the
/// policies first and the orders last; what a policy predicted where any row shows that it costs something else.
/// longest: see order_text().
TextTable policies_table(const Comparison& comparison, const std::vector<PolicyRow>& rows, std::size_t longest);

}  // namespace warpshop::report
