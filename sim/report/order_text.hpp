#pragma once

#include <string>
#include <vector>

#include "sim/model/plan.hpp"

namespace warpshop::report {

/// `BS-TM-MM-VA`, or `load > chat-1 > chat-2` if the name of any task holds a dash; of a long order its first tasks and
/// how many follow. Where memory is short, ` | ` stands between the rounds. Streams are marked, since there the order
/// is only that of submission, and so are gates: `BS-TM (1 gate)`. Of a fleet, device by device: `titanx#1: BS-TM;
/// titanx#2: MM-VA`.
std::string order_text(const Plan& plan, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet = {});

/// A line that tells which copies the gates of a plan hold back, of many the first: `gates d2h BS after h2d VA, d2h TM
/// after h2d MM`. Empty without gates.
std::string gates_line(const Plan& plan, const std::vector<std::string>& task_names);

/// `neh-gpu`; of a policy that seeks an optimum, whether it is one: `best (proven)`, `best (not proven)`.
std::string policy_text(const std::string& policy, bool seeks_optimum, bool proven_optimal);

}  // namespace warpshop::report
