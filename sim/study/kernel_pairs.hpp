#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/pair_table.hpp"

namespace warpshop::study {

/// Every pair of the kernels in every configuration of its co-execution space (S5 4.1), by the co-run law. names: empty
/// for all kernels of the profile that have a curve and say what a CTA takes. Throws InputError: a kernel that the
/// profile does not have, or knows too little of; fewer than two kernels; a profile without `sm`.
PairTable pair_table(const Device& device, const std::vector<std::string>& names);

/// The configurations that were measured, by pair in the order of the file, with what the law says of them. NP are
/// relative to the kernels alone with most CTAs, in the file and in the profile. Throws InputError, which names the
/// file and the line: a kernel that the profile does not have, or that was not measured alone; nothing measured
/// together.
PairTable compared_with(const Device& device, std::span<const MeasuredRates> measured, const std::string& file);

}  // namespace warpshop::study
