#include <algorithm>
#include <memory>
#include <utility>

#include "sim/share/fairness_walk.hpp"
#include "sim/share/pairing.hpp"
#include "sim/share/sampler.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::share {
namespace {

/// 500 000 cycles of a GPU of 1.5 GHz (S5 5.4).
constexpr double kWindow500k = 0.333;  // milliseconds

const KernelModel& model_of(const Instance& instance, std::uint32_t task) {
  return instance.kernels[instance.work[task].kernel].model;
}

/// Splits in order of what the compute-bound kernel gets: split u - 1 gives it u units.
class FairSplit : public SplitSearch {
 public:
  FairSplit(FairnessWalk::Model model, std::vector<PairSplit> splits, std::size_t compute_bound, double memory_alone,
            Sampler sampler)
      : splits_(std::move(splits)),
        compute_bound_(compute_bound),
        memory_alone_(memory_alone),
        walk_(model, splits_.size() + 1),
        sampler_(sampler) {}

  Step next(Millis now, const Running& first, const Running& second) override {
    while (!walk_.done()) {
      const PairSplit& split = splits_[walk_.position() - 1];
      const auto progress = sampler_.sample(now, split, first, second);
      if (!progress) {
        return {.split = split, .wake_at = sampler_.wake_at()};
      }
      walk_.measured((*progress)[compute_bound_], (*progress)[1 - compute_bound_] / memory_alone_);
    }
    return {.split = splits_[walk_.position() - 1]};
  }

 private:
  std::vector<PairSplit> splits_;
  std::size_t compute_bound_;
  double memory_alone_;
  FairnessWalk walk_;
  Sampler sampler_;
};

template <FairnessWalk::Model kModel, bool kBySms>
Controller start_fair(const Instance& instance, const Share& share) {
  const Sampler sampler(Millis{share.split.empty() ? kWindow500k : share.split.front()}, share.pairing.noise,
                        share.pairing.seed);
  return two_at_a_time(
      instance,
      [&instance, sampler](std::uint32_t first, std::uint32_t second,
                           const Allocation& /*held*/) -> std::unique_ptr<SplitSearch> {
        std::vector<PairSplit> splits =
            kBySms ? sm_splits(instance, first, second) : cta_splits(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        // Of two of one category, the second is taken for the memory-bound one.
        const bool first_computes = model_of(instance, first).category == Category::compute_bound ||
                                    model_of(instance, second).category != Category::compute_bound;
        if (!first_computes) {
          std::reverse(splits.begin(), splits.end());
        }
        return std::make_unique<FairSplit>(kModel, std::move(splits), first_computes ? 0 : 1,
                                           progress_alone(instance, first_computes ? second : first), sampler);
      },
      share.pairing);
}

template <FairnessWalk::Model kModel, bool kBySms>
Planned fair(const Instance& instance, const PlanOptions& options, const char* name) {
  return share_plan(instance, options,
                    {.policy = name,
                     .split = options.split,
                     .settable = Settable::while_running,
                     .start = start_fair<kModel, kBySms>});
}

}  // namespace

/// Equal progress by HSM (S5 5.3), CTAs of both on every SM. What the memory-bound kernel does alone comes from the
/// profile, where the source has it from a fit over the hit rate of row buffers.
Planned hsm_fair(const Instance& instance, const PlanOptions& options) {
  return fair<FairnessWalk::Model::hsm, false>(instance, options, "hsm-fair");
}
/// The same with SMs of their own.
Planned hsm_fair_smt(const Instance& instance, const PlanOptions& options) {
  return fair<FairnessWalk::Model::hsm, true>(instance, options, "hsm-fair-smt");
}
/// Equal progress by HPSM (S5 5.4): see FairnessWalk.
Planned hpsm_fair(const Instance& instance, const PlanOptions& options) {
  return fair<FairnessWalk::Model::hpsm, false>(instance, options, "hpsm-fair");
}
/// The same with SMs of their own.
Planned hpsm_fair_smt(const Instance& instance, const PlanOptions& options) {
  return fair<FairnessWalk::Model::hpsm, true>(instance, options, "hpsm-fair-smt");
}

}  // namespace warpshop::share
