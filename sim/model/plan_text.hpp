#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop {

/// What stands between two names of an order: nothing that is part of one, if possible.
std::string_view name_separator(const std::vector<std::string>& names);

/// By slot: what stands before a task that opens a round or the part of a device. Empty: there is but one part.
std::vector<std::string> slot_openings(const Plan& plan, const std::vector<std::string>& fleet);

/// Gates by position: `1:0 3:2`, the D2H of task 1 waits for the H2D of task 0. Empty without gates.
std::string gate_pairs(const Plan& plan);

/// All that `--order` needs to make the plan again: `BS-TM-MM-VA`, or `load > chat-1 > chat-2` if the name of any task
/// holds a dash, with ` | ` between rounds; `streams: ` before an order of submission; of a fleet, device by device:
/// `titanx#1: BS-TM; titanx#2: MM-VA`; behind it gate_pairs(): `BS-TM (gates 1:0)`.
std::string plan_text(const Plan& plan, const std::vector<std::string>& task_names,
                      const std::vector<std::string>& fleet = {});

/// `BS > TM > MM > VA`: the names alone, always joined alike, for programs.
std::string names_in_order(const Plan& plan, const std::vector<std::string>& task_names);

/// How kernels share, and what to set for it: `mps:60/40, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each client in turn`,
/// `joint by smk, …`.
std::string share_text(const Share& share);

}  // namespace warpshop
