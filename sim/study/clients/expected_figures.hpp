#pragma once

#include "sim/model/client_comparison.hpp"

namespace warpshop::study {

/// What a setting would do in long runs, as it did in short ones what `here` did there, from what `here` does in long
/// ones: of each figure x, x(here, long) · x(its, short) / x(here, short). All short runs are as long as each other and
/// on the same requests, so that the ratio says more than what each of them does; the long ones may be on others.
///
/// hope, up to 1: how far what is expected leans to what is better, below 0 to what is worse; 1 by what ratios are off
/// by more than rarely (ours): a latency is 5 % less, of answers 1 % more. Where `here` has no figure to compare with,
/// the short run's own. The clients are the same, in the same order.
ClientsFigures expected_figures(const ClientsFigures& its, const ClientsFigures& here, const ClientsFigures& here_long,
                                double hope);

}  // namespace warpshop::study
