#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {

/// What to set on a GPU for a task's kernel that shares it.
struct ShareSetting {
  std::uint32_t task = 0;
  std::uint32_t sms = 0;  ///< also of a green context for it
  std::uint32_t ctas_per_sm = 0;
  std::uint32_t mps_percentage = 0;        ///< part of the SMs, as CUDA_MPS_ACTIVE_THREAD_PERCENTAGE has it, 1 … 100
  std::string_view mig_profile = {};       ///< of the MIG instance that it is in; empty: there are none
  std::optional<std::uint32_t> with = {};  ///< the task whose kernel it shares most of its time with
  friend bool operator==(const ShareSetting&, const ShareSetting&) = default;
};

/// One for each task whose kernel holds SMs, by position: the number of SMs, and the most CTAs on any of them, that it
/// has held longest in all; of several as long the one that it held first. Per cent are rounded up. Two kernels share
/// the time in which both hold SMs; of several as long the first by position. sms: of the chip, > 0.
std::vector<ShareSetting> share_settings(const Plan& plan, const Timeline& timeline, std::uint32_t sms);

}  // namespace warpshop
