#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/quota_rules.hpp"

namespace warpshop::share {

/// Kernels run together, and each may do so much on an SM in an epoch (S1 3): those of clients with a goal what keeps
/// it, the others what these leave. Quotas are dealt over the SMs by the CTAs that are held there.
///
/// A client's goal becomes a part of its kernels' speed alone: see kernel_owners(). Kernels with a goal are on all SMs,
/// the others split the SMs; on an SM each has as many threads. Where a kernel is behind its goal, it is given CTAs at
/// the end of an epoch, see adjust_ctas(). Nobody has limits who is alone, or where nobody there has a goal.
/// rule: outlives the controller.
Controller quotas(const Instance& instance, const Share& share, const QuotaRule& rule);

}  // namespace warpshop::share
