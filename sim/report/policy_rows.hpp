#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// Policies whose plans cost the same, for people: one row that names them, with the figures of the first. At least
/// one.
using PolicyRow = std::vector<const PolicyResult*>;

/// The results by rank. Those of a row are tied in all figures but the time that planning took, where that was kept
/// each has a row of its own; so has a policy that drew many orders.
std::vector<PolicyRow> policy_rows(const Comparison& comparison);

/// `neh-gpu, ig, best (all proven)`, `fifo (proven); hyperq`.
std::string policies_text(const PolicyRow& row);

/// The one that is as listed, else the first.
const Plan& shown_plan(const PolicyRow& row);

/// Its order, and how many other orders do as well: `BS-TM-MM-VA and 2 others`; `one chain` where there is but one.
std::string orders_text(const Comparison& comparison, const PolicyRow& row, std::size_t longest);

}  // namespace warpshop::report
