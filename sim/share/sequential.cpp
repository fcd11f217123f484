#include <algorithm>
#include <memory>

#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

Controller start_sequential(const Instance& instance, const Share& /*share*/) {
  return [&instance](const Observation& seen) {
    Decision decision;
    if (seen.running.empty() && !seen.ready.empty()) {
      decision.allocations.emplace_back(seen.ready.front(), everything(instance));
    }
    return decision;
  };
}

}  // namespace

/// One kernel after the other, the longest ready first: what sharing is compared with.
Planned sequential(const Instance& instance, const PlanOptions& options) {
  return share_plan(instance, options,
                    {.policy = "sequential",
                     .to_set = "one kernel at a time: nothing to set",
                     .form = KernelForm::plain,
                     .start = start_sequential});
}

}  // namespace warpshop::share
