#pragma once

#include <cmath>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// A link of the chains that the synthetic kernels compute, one fused multiply-add: v → -(1 - 2^-10) v + 1/4.
///
/// |v - 1/8| never grows and fades by half in 710 links only, and a link left out changes the sign of what is left of
/// it. Asked for by name, a link is rounded once on every machine, so that results are equal to the last bit; and as
/// rounding forbids to reorder links, no compiler can shorten a chain.
WARPSHOP_BODY inline float next_link(float value) {
  return std::fma(value, -0.9990234375F, 0.25F);
}

}  // namespace warpshop::kernels
