#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// So many CTAs of a kernel on every SM of a device.
struct HeldCtas {
  std::string_view kernel;
  std::int64_t ctas = 0;  ///< ≥ 1
};

/// What a profile says that these do while the device holds nothing else: subtasks a millisecond on all SMs, in their
/// order; empty: it does not know one of them.
using RatesByProfile = std::function<std::vector<SubtasksPerMilli>(std::span<const HeldCtas>)>;

/// What two kernels did beside each other.
struct ObservedPair {
  CoRunPoint point;                          ///< with the rates that were measured
  std::array<SubtasksPerMilli, 2> expected;  ///< by the profile
  Millis time{0};                            ///< for so long
};

/// What a measured timeline says of pairs of kernels that every SM held some CTAs of. A residency has one count of
/// subtasks, whatever came and went beside it meanwhile: of that count what the profile says of the rest of its time is
/// taken off, as long as it had one neighbour, with as many CTAs on both sides, for at least a third of its time; of at
/// most a twentieth of it nothing is known, where SMs held not the same. A pair counts if each CTA did fifty subtasks
/// or more: what is begun at the ends is counted by the whole. kernels: names by task. O(r (r + sms)) for r
/// residencies.
std::vector<ObservedPair> observed_pairs(const Timeline& timeline, std::int64_t sms,
                                         std::span<const std::string> kernels, const RatesByProfile& rates);

}  // namespace warpshop::dispatch
