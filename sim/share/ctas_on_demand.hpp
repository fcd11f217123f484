#pragma once

#include <cstdint>
#include <span>

#include "sim/share/quota_ctas.hpp"

namespace warpshop::share {

/// CTAs by kernel and SM on demand (S1 2, smk-od), from `ctas`, which are there. A CTA after the other, rK being shares
/// of the whole GPU:
///
///   - The kernel with the least rK takes room for one on the SM with the least rSM, of those where one fits.
///   - Where none does, CTAs of the kernel with the most rK leave for it, as many as it needs, on the SM with the most
///     rSM, its own CTAs there not counted, if that shrinks max rK - min rK. It goes there.
///
/// Of equals the first. Ours: a kernel that can do neither is skipped; only SMs count on which enough of the victim's
/// CTAs can leave; who has made room takes none of others any more. Two kernels could do so in turn for ever: a third
/// that is skipped no longer takes what is left over, which makes the difference larger again, so that the next leave.
/// most: CTAs that each kernel has work for.
CtasBySm ctas_on_demand(const SmResources& sm, std::span<const SharingKernel> kernels,
                        std::span<const std::int64_t> most, const CtasBySm& ctas);

}  // namespace warpshop::share
