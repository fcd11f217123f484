#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/occupancy.hpp"
#include "sim/share/sm_kinds.hpp"

namespace warpshop::share {

/// A kernel that shares SMs with others, for how many CTAs each has.
struct SharingKernel {
  SmResources cta;           ///< of one
  std::uint32_t per_sm = 1;  ///< most CTAs
  bool has_goal = false;
};

/// The first CTAs (S1 3): kernels with a goal are on all SMs, the others split these in equal whole numbers, and on an
/// SM each has as many threads, at least a CTA. Where these do not fit, the kernel with the most threads there has one
/// less. Kernels for which there is not one CTA wait, those without a goal first, then the last of those that have one.
CtasBySm first_ctas(const SmResources& sm, std::uint32_t sms, std::span<const SharingKernel> kernels);

/// How a kernel is doing when an epoch ends.
struct KernelStanding {
  double goal = 0;       ///< of its speed alone; 0: none
  double history = 0;    ///< the same, so far
  double idle = 0;       ///< CTAs that wait for issue slots, on an SM on average
  bool used_up = false;  ///< it has done all that it was to do in this epoch: more CTAs would do no more
};

/// What changes on one SM at the end of an epoch (S1 algorithm 3-1): a kernel that is behind its goal and has fewer
/// than 2 idle CTAs gets one more. If that does not fit, n CTAs of the first kernel that can spare them leave: one
/// without a goal, or with at least n + 1 idle CTAs, or so far ahead that history (1 - n / N) > goal. Nobody's last CTA
/// leaves. ctas: by kernel, on this SM, changed in place; whether anything is. Nothing is ever given back.
/// Ours: behind is by more than 1 %, as history comes near a goal from below, and who has used its quota up needs none.
bool adjust_ctas(const SmResources& sm, std::span<const SharingKernel> kernels,
                 std::span<const KernelStanding> standing, std::span<std::uint32_t> ctas);

}  // namespace warpshop::share
