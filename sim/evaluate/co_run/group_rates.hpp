#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/co_run.hpp"

namespace warpshop::evaluate {

/// So many CTAs of a kernel on each SM of a group.
struct KernelCtas {
  std::size_t kernel = 0;  ///< of CoRunModel::kernels()
  double ctas = 0;         ///< ≥ 0
  std::size_t launch = 0;  ///< of it: those of one task are the same
  bool still = false;      ///< holds its room and does nothing: see share::Allowance
};

/// SMs that hold the same; without those that nobody has.
struct SmGroup {
  std::int64_t sms = 1;
  std::vector<KernelCtas> residents;
};

/// What CoRunModel::rates() says. memory: the part of the device's bandwidth that the groups have among them, 0 … 1.
/// even_rates: keeps what is found of kernels by themselves, for other groups of the same profile. waiting, where it is
/// asked for: CTAs that wait for issue slots on all SMs of the group, by group and resident.
///
/// Those that stand still demand nothing; what kernels are beside each other, and which points of their curves hold,
/// follows from all that is held.
std::vector<SubtasksPerMilli> group_rates(const CoRunProfile& profile, std::span<const SmGroup> groups,
                                          double memory = 1, Answers<double>* even_rates = nullptr,
                                          std::vector<double>* waiting = nullptr);

/// Of each SM, or of an SM's part of the device's DRAM.
using ResourceTimes = std::array<Millis, kSharedResources>;

/// What a subtask of each resident takes of the resources, by group and resident in their order: rate · demand, added
/// up over all and divided by the device's SMs, is the load of the resource.
std::vector<ResourceTimes> group_demands(const CoRunProfile& profile, std::span<const SmGroup> groups);

}  // namespace warpshop::evaluate
