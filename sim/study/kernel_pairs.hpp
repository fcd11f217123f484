#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/evaluate/co_run/co_run_model.hpp"
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

/// What FlexSched's throughput walk finds among all configurations of a pair, in order of what the first kernel gets.
WalkResult walk_result(const std::vector<PairConfiguration>& configurations);

/// The best way to give each of two kernels SMs of its own, full of its CTAs. alone: their rates on all SMs, in
/// subtasks a millisecond; most: CTAs of each on an SM. At least two SMs.
SmSplit best_sm_split(const evaluate::CoRunModel& model, std::array<std::size_t, 2> kernels,
                      std::array<SubtasksPerMilli, 2> alone, std::array<double, 2> most, std::int64_t sms);

}  // namespace warpshop::study
