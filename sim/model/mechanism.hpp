#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop {

/// What of the SMs a mechanism can give a kernel, beside nothing.
enum class Grant : std::uint8_t {
  gpu,   ///< all of them, as many CTAs as fit
  sms,   ///< some of them, as many CTAs as fit on each
  ctas,  ///< some of them, so many CTAs on each
};

/// How kernels are compiled.
enum class KernelForm : std::uint8_t {
  plain,       ///< a CTA a subtask; what is on an SM stays until it is done
  persistent,  ///< CTAs take subtask after subtask, and leave when they are told to (S5 4.3): `transformation` slower
};

/// How CTAs leave that are to leave.
enum class Leaving : std::uint8_t {
  drain,  ///< at the end of their subtasks, and no sooner than the profile's `eviction` says, or their kernel's end
  swap,   ///< at once, all of a kernel together, and go on later where they were
  save,   ///< once their contexts are in memory, see evaluate::context_of(); the first that is free goes on with them
  flush,  ///< at once, and what they have done of their subtasks is lost
};

constexpr std::string_view name(Leaving leaving) {
  constexpr std::array<std::string_view, 4> kNames{"drain", "swap", "save", "flush"};
  return kNames[static_cast<std::size_t>(leaving)];
}

/// What there is to set on a GPU.
enum class Settable : std::uint8_t {
  nothing,        ///< but what Mechanism::to_set says of all kernels together
  mps_limits,     ///< per cent of the SMs, by client
  mig_instances,  ///< the partitions
  kernels,        ///< SMs, or CTAs, of each kernel
  while_running,  ///< the same, anew while it runs: nobody can set it once
};

/// How hardware lets kernels share a GPU: what it can grant, what a change costs, and what there is to set for it.
/// Which kernel gets what of that is a policy's choice.
struct Mechanism {
  std::string_view mechanism = {};  ///< what it is called
  Grant grants = Grant::ctas;
  KernelForm form = KernelForm::persistent;
  Leaving leaving = Leaving::drain;
  bool tells_when_dealt = false;  ///< the controller is called when a kernel has no subtasks left for more CTAs, too
  bool tells_when_left = false;   ///< the same when CTAs leave that nobody told to, or are taken back before they begin
  Millis slice_launch{0};  ///< of a slice of a kernel, after which the next is launched; at least the chip's launch
  Millis slice{0};         ///< least length of one; it is at least a round of CTAs
  Settable settable = Settable::nothing;
  std::string_view to_set = {};    ///< what settings, or residencies, mean on a GPU
  bool has_levels = false;         ///< of streams: the hardware does what the controller says, by Share::levels
  bool needs_mig = false;          ///< of the chip
  bool needs_limits = false;       ///< MPS limits: compute capability 7.0 or more
  bool one_kernel = false;         ///< runs at a time
  bool one_process = false;        ///< all kernels are in one context: there are no families
  bool several_processes = false;  ///< every client is a process, whose own threads issue its commands
  bool switches_context = false;   ///< between clients, which takes Instance::family_setup
  bool counts = false;             ///< subtasks of each kernel on each SM, see Decision::allowances
  bool loses_between = false;      ///< a part of the GPU while several clients want it, see Decision::speed

  /// How much longer a round of CTAs takes for the launches of slices.
  double slowed_by_slices(Millis round) const { return 1 + slice_launch / (round > slice ? round : slice); }
  /// The same of a kernel of so many rounds: no slice is longer than all of it, and the last one costs a launch as
  /// well.
  double slowed_by_slices(Millis round, double rounds) const {
    const double slices = std::ceil(rounds * (round / (round > slice ? round : slice)) * (1 - kTieTolerance));
    return 1 + slice_launch / (round * rounds) * slices;
  }
  friend bool operator==(const Mechanism&, const Mechanism&) = default;
};

}  // namespace warpshop
