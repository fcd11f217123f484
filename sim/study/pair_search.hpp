#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/model/pair_table.hpp"

namespace warpshop::study {

/// What FlexSched's throughput walk finds among all configurations of a pair, in order of what the first kernel gets.
WalkResult walk_result(const std::vector<PairConfiguration>& configurations);

/// The best way to give each of two kernels SMs of its own, full of its CTAs. alone: their rates on all SMs, in
/// subtasks a millisecond; most: CTAs of each on an SM. At least two SMs.
SmSplit best_sm_split(const evaluate::CoRunModel& model, std::array<std::size_t, 2> kernels,
                      std::array<SubtasksPerMilli, 2> alone, std::array<double, 2> most, std::int64_t sms);

}  // namespace warpshop::study
