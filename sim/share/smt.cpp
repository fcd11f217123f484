#include <memory>

#include "sim/share/pairing.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/split_numbers.hpp"

namespace warpshop::share {
namespace {

Controller start_smt(const Instance& instance, const Share& share) {
  return two_at_a_time(
      instance,
      [&instance, given = share.split](std::uint32_t first, std::uint32_t second,
                                       const Allocation& /*held*/) -> std::unique_ptr<SplitSearch> {
        const std::vector<PairSplit> splits = sm_splits(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        return fixed_split(given.empty() ? best_split(instance, first, second, splits)
                                         : split_sms(instance, static_cast<std::uint32_t>(given[0])));
      },
      share.pairing);
}

}  // namespace

Share smt_share(const std::vector<double>& split) {
  return {.policy = "smt", .split = split, .to_set = kGreenContexts, .settable = Settable::kernels, .start = start_smt};
}

/// Spatial multitasking: each of two kernels has SMs of its own, with the split that the co-run law finds best, or the
/// one that is given.
Planned smt(const Instance& instance, const PlanOptions& options) {
  check_whole_numbers("smt", options.split, 1, instance.chip->sm.count - 1);
  return share_plan(instance, options, smt_share(options.split));
}

}  // namespace warpshop::share
