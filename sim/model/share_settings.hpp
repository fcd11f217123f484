#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {

/// What to set on a GPU for tasks whose kernels share it. What does not apply is 0, empty or nothing.
struct ShareSetting {
  std::vector<std::uint32_t> tasks = {};      ///< one; or all of an MPS client
  std::uint32_t sms = 0;                      ///< also of a green context
  std::uint32_t ctas_per_sm = 0;              ///< of a kernel
  std::optional<double> mps_percentage = {};  ///< of a client, as the plan's split has it
  std::uint32_t mig_instance = 0;             ///< the first is 1
  std::string mig_profile = {};               ///< of that instance
  std::optional<std::uint32_t> with = {};     ///< the task whose kernel this kernel shares most of its time with
  friend bool operator==(const ShareSetting&, const ShareSetting&) = default;
};

/// By what the plan's share says that there is to set; the plan has one.
/// - MPS limits: one a client, with the SMs that its per cent are, rounded down, at least one.
/// - MIG: one a task whose kernel holds SMs, by position: its instance.
/// - Kernels: one for each of these tasks: the number of SMs, and the most CTAs on any of them, that it has held
/// longest
///   while `with` held SMs as well, or in all if no other ever did; of several as long the one that it held first. Two
///   kernels share the time in which both hold SMs; of several as long the first by position.
/// sms: of the chip, > 0.
std::vector<ShareSetting> share_settings(const Plan& plan, const Timeline& timeline, std::uint32_t sms);

}  // namespace warpshop
