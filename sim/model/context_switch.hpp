#pragma once

#include <optional>

#include "sim/model/device.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Where a value lies that nobody measured: 0 < low ≤ high.
struct AssumedRange {
  Millis low{0};
  Millis high{0};
  friend bool operator==(const AssumedRange&, const AssumedRange&) = default;
};

/// What going from kernels of one process to those of another takes, for every profile that does not say it:
/// - low, 5 us: the process that goes has nothing on the SMs, so nothing is saved; about what a launch takes. (The
///   scheduling guide of NVIDIA DRIVE OS calls the cost minimal then.)
/// - typical, 60 us: NVIDIA/TensorRT#1223, where two processes that run inferences of 36 us in turn do 10 684 a second,
///   187 us for one of each, which leaves 58 us for a switch. It is also what registers and shared memory of all SMs
///   take to DRAM and back: 80 us on a T4, 58 us on an A100, 38 us on an H100.
/// - high, 200 us: to save one state and to load the other, 100 us each, which is what NVIDIA gives as the most that
///   preemption takes on Pascal.
inline constexpr AssumedRange kContextSwitch{.low = Millis{0.005}, .high = Millis{0.2}};
inline constexpr Millis kTypicalContextSwitch{0.06};

/// Where it stands in a profile.
inline constexpr const char* kContextSwitchPath = "context_switch";

/// The profile's context_switch, or the typical one.
Millis context_switch(const Device& device);

/// Between what ends that lies where the profile does not say it, or calls it assumed: those above, made wide enough
/// for what the profile has. Nothing: it was measured.
std::optional<AssumedRange> context_switch_range(const Device& device);

}  // namespace warpshop
