#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/report/policy_rows.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// Of what people read of a comparison, in a table and on a page.
struct ComparisonColumn {
  std::string title;
  Align align = Align::right;
  Fit fit = {};
  std::function<std::string(const PolicyRow&)> cell;
};

/// Those that say something of this comparison, the policies first and the orders last; what a policy predicted where
/// any row shows that it costs something else. longest: see order_text(). The comparison outlives them.
std::vector<ComparisonColumn> comparison_columns(const Comparison& comparison, const std::vector<PolicyRow>& rows,
                                                 std::size_t longest);

}  // namespace warpshop::report
