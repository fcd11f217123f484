#include <algorithm>
#include <memory>
#include <utility>

#include "sim/share/fairness_walk.hpp"
#include "sim/share/pairing.hpp"
#include "sim/share/sampler.hpp"

namespace warpshop::share {
namespace {

const KernelModel& model_of(const Instance& instance, std::uint32_t task) {
  return instance.kernels[instance.work[task].kernel].model;
}

}  // namespace

/// Equal progress by HSM (S5 5.3), or by HPSM (S5 5.4): see FairnessWalk. The units that both have are CTAs on every
/// SM, or SMs of their own. What the memory-bound kernel does alone comes from the profile, where the source has it
/// from a fit over the hit rate of row buffers.
Controller fair(const Instance& instance, const Share& share) {
  const auto model = share.settings.word("model") == "hsm" ? FairnessWalk::Model::hsm : FairnessWalk::Model::hpsm;
  const PairSplits splits_of = share.settings.word("units") == "sms" ? sm_splits : cta_splits;
  const Sampler sampler(Millis{share.settings.number("window")}, share.pairing.noise, share.pairing.seed);
  return two_at_a_time(
      instance,
      [&instance, model, splits_of, sampler](std::uint32_t first, std::uint32_t second,
                                             const Allocation& /*held*/) -> std::unique_ptr<SplitSearch> {
        std::vector<PairSplit> splits = splits_of(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        // Of two of one category, the second is taken for the memory-bound one.
        const bool first_computes = model_of(instance, first).category == Category::compute_bound ||
                                    model_of(instance, second).category != Category::compute_bound;
        if (!first_computes) {
          std::reverse(splits.begin(), splits.end());
        }
        // Splits in order of what the compute-bound kernel gets: split u - 1 gives it u units.
        const std::size_t computes = first_computes ? 0 : 1;
        const double memory_alone = progress_alone(instance, first_computes ? second : first);
        const FairnessWalk walk(model, splits.size() + 1);
        return walked_splits(
            std::move(splits), walk, sampler, [](const FairnessWalk& at) { return at.position() - 1; },
            [computes, memory_alone](FairnessWalk& at, const Progress& progress) {
              at.measured(progress[computes], progress[1 - computes] / memory_alone);
            });
      },
      share.pairing);
}

}  // namespace warpshop::share
