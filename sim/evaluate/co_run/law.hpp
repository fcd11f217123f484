#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/co_run.hpp"

namespace warpshop::evaluate {

/// A kernel on the SMs of a group, with so many CTAs on each of them; those of the same kernel stand for one stream.
struct Resident {
  const CoRunKernel* kernel = nullptr;
  double ctas = 0;  ///< ≥ 0
  std::size_t group = 0;
};

/// The co-run law, ours: how fast kernels are that share SMs, in subtasks per millisecond on each SM of their group.
///
/// Every resource r has a price W_r ≥ 0, the same for all who wait for it. A subtask of kernel i pays Σ_r V_ir W_r of
/// waiting, V_ir = D_ir / w_ir:
///
///     X_i = N_i / (Z_i + Σ_r V_ir W_r)          rate, of N_i CTAs
///     U_r = Σ_i D_ir X_i                        load of issue and L1, of each group
///     U_d = Σ_i p_i D_id X_i                    load of DRAM, over all groups
///     W_r = γ U_r / (1 - U_r)                   so no load exceeds 1
///
/// p_i: the part of the device's SMs that i's group is; γ: how soft the knee of a curve is. docs/model.md derives it
/// and says where it fails. parts: of the device's SMs, by group; they add up to at most 1. Without residents anywhere
/// nothing. Newton's method in ln W, O(residents) a step, seven steps as a rule; a nested search where that does not
/// converge. Deterministic.
///
/// waiting, where it is asked for: of the CTAs of each resident on each SM, those that wait for issue slots on average,
/// X_i V_i W_i of issue; 0 … N_i.
std::vector<double> co_run_rates(std::span<const Resident> residents, std::span<const double> parts,
                                 std::vector<double>* waiting = nullptr);

/// How soft the knee of a curve is: the same for all chips and resources, as everything is relative to capacity.
inline constexpr double kCoRunKnee = 0.07;

}  // namespace warpshop::evaluate
