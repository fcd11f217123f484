#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/model/instance.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// What a task's kernel is to those who share SMs with it. One that has no law, or of which the profile does not say
/// what its CTAs take, fills every SM with one CTA, and shares with nobody.
struct KernelOnSms {
  SmResources cta;                 ///< of one
  std::uint32_t per_sm = 1;        ///< most CTAs
  std::int64_t subtasks = 1;       ///< ≥ 1
  Millis launch{0};                ///< before its first CTA works
  Millis join{0};                  ///< before CTAs work that come later: persistent ones are launched then
  Millis eviction{0};              ///< see Leaving::drain
  std::optional<std::size_t> law;  ///< of CoRunProfile::kernels; nothing: it has none
  double length = 1;               ///< with a law: of a subtask, relative to that of the curve
  Millis alone{0};                 ///< without one: what a subtask takes
  bool memory_bound = false;
  const KernelPace* pace = nullptr;  ///< with a law, where its speed changes
  double speed = 1;                  ///< that of the phase it is in, set as it runs
  std::int64_t widest = 1;           ///< the most CTAs that it has held so far: its rounds are subtasks over that
};

/// The instance has a chip.
KernelOnSms kernel_on_sms(const Instance& instance, std::uint32_t task, KernelForm form);

}  // namespace warpshop::evaluate
