#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/share.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// Which kernels may share the GPU, as a user pairs tasks by name: `A+B`, all repeats of both. A name may hold a '+'
/// itself. Throws InputError: names that the workload does not have, a pair that may be read in two ways, a task that
/// is in two pairs, has no kernel, or is to run beside itself and is there once.
std::vector<GivenPair> parse_pairs(const std::vector<std::string>& pairs, const Workload& workload);

/// What --partner and --pair say for a workload; either may be left out, and pairs are why partners are given. Throws
/// InputError also where one contradicts the other.
Pairing pairing_for(Pairing pairing, std::optional<Partner> partner, const std::vector<std::string>& pairs,
                    const Workload& workload);

}  // namespace warpshop::study
