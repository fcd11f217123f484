#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "sim/model/occupancy.hpp"
#include "sim/share/pairing.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/split_numbers.hpp"

namespace warpshop::share {
namespace {

Controller start_smk(const Instance& instance, const Share& share) {
  return two_at_a_time(
      instance,
      [&instance, share](std::uint32_t first, std::uint32_t second,
                         const Allocation& /*held*/) -> std::unique_ptr<SplitSearch> {
        const std::vector<PairSplit> splits = cta_splits(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        return fixed_split(share.split.empty() ? best_split(instance, first, second, splits, share)
                                               : split_ctas(instance, static_cast<std::uint32_t>(share.split[0]),
                                                            static_cast<std::uint32_t>(share.split[1])));
      },
      share.pairing);
}

/// A launch of a slice (S5 4.6.2), and how long one is at least: a launch is 7 % of it.
constexpr Millis kSliceLaunch{0.007};
constexpr Millis kLeastSlice{0.1};

/// No number is above the most CTAs that an SM holds of any kernel.
void check_ctas(const Instance& instance, std::string_view policy, const std::vector<double>& split) {
  std::int64_t most = 0;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (const auto cta = shape(instance, task)) {
      most = std::max(most, std::min(cta->per_sm, most_ctas_per_sm(instance.chip->sm, *cta)));
    }
  }
  check_whole_numbers(policy, split, 2, most > 0 ? most : instance.chip->sm.ctas);
}

}  // namespace

Share smk_share(const std::vector<double>& split) {
  return {
      .policy = "smk", .split = split, .to_set = kPersistentCtas, .settable = Settable::kernels, .start = start_smk};
}

/// Simultaneous multikernel: two kernels on every SM, persistent CTAs, with the split that the co-run law finds best,
/// or the one that is given (S5 4.1).
Planned smk(const Instance& instance, const PlanOptions& options) {
  check_ctas(instance, "smk", options.split);
  return share_plan(instance, options, smk_share(options.split));
}

/// Slices of a few CTAs a stream, each launched anew (cCUDA, Kernelet): as smk, but every slice pays a launch, and no
/// transformation (S5 4.6.2).
Planned slicing(const Instance& instance, const PlanOptions& options) {
  check_ctas(instance, "slicing", options.split);
  const Millis launch = std::max(instance.chip->launch_latency, kSliceLaunch);
  return share_plan(instance, options,
                    {.policy = "slicing",
                     .split = options.split,
                     .settable = Settable::while_running,
                     .form = KernelForm::plain,
                     .slice_launch = launch,
                     .slice = kLeastSlice,
                     .start = start_smk});
}

}  // namespace warpshop::share
