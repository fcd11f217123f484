#include <algorithm>
#include <memory>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/share/pairing.hpp"
#include "sim/share/sampler.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/throughput_walk.hpp"

namespace warpshop::share {
namespace {

/// The configuration in which the first kernel has as many CTAs on an SM as it holds when the other comes: the last, if
/// it holds more than any gives it.
std::size_t loaded_already(const std::vector<PairSplit>& splits, const Allocation& held) {
  const std::uint32_t ctas = held.empty() ? kAllThatFit : held.front().ctas;
  std::size_t position = 0;
  while (position + 1 < splits.size() && splits[position].first.front().ctas < ctas) {
    ++position;
  }
  return position;
}

class FlexSched : public SplitSearch {
 public:
  FlexSched(std::vector<PairSplit> splits, const Allocation& held, const Sampler& sampler)
      : splits_(std::move(splits)), walk_(splits_.size(), loaded_already(splits_, held)), sampler_(sampler) {}

  Step next(Millis now, const Running& first, const Running& second) override {
    while (!walk_.done()) {
      const PairSplit& split = splits_[walk_.position()];
      const auto progress = sampler_.sample(now, split, first, second);
      if (!progress) {
        return {.split = split, .wake_at = sampler_.wake_at()};
      }
      walk_.measured(*progress);
    }
    return {.split = splits_[walk_.position()]};
  }

 private:
  std::vector<PairSplit> splits_;
  ThroughputWalk walk_;
  Sampler sampler_;
};

/// Gives the other kernel as much as the one that must not be late can spare (S5 4.5.2).
class LatencyFirst : public SplitSearch {
 public:
  /// splits: from the one in which `sensitive` has most. enough: its progress, in subtasks a millisecond.
  /// whole: the GPU, which it has to itself if no split leaves it enough.
  LatencyFirst(std::vector<PairSplit> splits, Allocation whole, std::size_t sensitive, double enough,
               const Sampler& sampler)
      : splits_(std::move(splits)),
        whole_(std::move(whole)),
        sensitive_(sensitive),
        enough_(enough),
        sampler_(sampler) {}

  Step next(Millis now, const Running& first, const Running& second) override {
    while (!done_) {
      const auto progress = sampler_.sample(now, splits_[position_], first, second);
      if (!progress) {
        return {.split = splits_[position_], .wake_at = sampler_.wake_at()};
      }
      const bool holds = (*progress)[sensitive_] >= enough_;
      done_ = !holds || position_ + 1 == splits_.size();
      alone_ = !holds && position_ == 0;
      position_ = holds ? position_ + (done_ ? 0 : 1) : position_ - (alone_ ? 0 : 1);
    }
    PairSplit split = splits_[position_];
    if (alone_) {
      (sensitive_ == 0 ? split.first : split.second) = whole_;
      (sensitive_ == 0 ? split.second : split.first).clear();
    }
    return {.split = split};
  }

 private:
  std::vector<PairSplit> splits_;
  Allocation whole_;
  std::size_t sensitive_;
  double enough_;
  Sampler sampler_;
  std::size_t position_ = 0;
  bool done_ = false;
  bool alone_ = false;
};

/// Long against a subtask and a launch, short against a kernel.
constexpr double kWindow = 0.3;        // milliseconds
constexpr double kMostSlowdown = 0.2;  // of a kernel that must not be late

double number(const Share& share, std::size_t position, double otherwise) {
  return position < share.split.size() ? share.split[position] : otherwise;
}

std::unique_ptr<SplitSearch> throughput_search(const Instance& instance, std::uint32_t first, std::uint32_t second,
                                               const Allocation& held, const Sampler& sampler) {
  std::vector<PairSplit> splits = cta_splits(instance, first, second);
  return splits.empty() ? nullptr : std::make_unique<FlexSched>(std::move(splits), held, sampler);
}

Controller start_flexsched(const Instance& instance, const Share& share) {
  const Sampler sampler(Millis{number(share, 0, kWindow)}, share.pairing.noise, share.pairing.seed);
  return two_at_a_time(
      instance,
      [&instance, sampler](std::uint32_t first, std::uint32_t second, const Allocation& held) {
        return throughput_search(instance, first, second, held, sampler);
      },
      share.pairing);
}

Controller start_flexsched_latency(const Instance& instance, const Share& share) {
  const double slowdown = number(share, 0, kMostSlowdown);
  const Sampler sampler(Millis{number(share, 1, kWindow)}, share.pairing.noise, share.pairing.seed);
  const auto urgent = [&instance](std::uint32_t task) { return instance.weight(task) > 1; };
  return two_at_a_time(
      instance,
      [&instance, slowdown, sampler, urgent](std::uint32_t first, std::uint32_t second,
                                             const Allocation& held) -> std::unique_ptr<SplitSearch> {
        if (urgent(first) == urgent(second)) {
          return throughput_search(instance, first, second, held, sampler);
        }
        std::vector<PairSplit> splits = cta_splits(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        if (urgent(first)) {
          std::reverse(splits.begin(), splits.end());
        }
        const std::uint32_t sensitive = urgent(first) ? first : second;
        return std::make_unique<LatencyFirst>(std::move(splits), everything(instance), urgent(first) ? 0 : 1,
                                              (1 - slowdown) * progress_alone(instance, sensitive), sampler);
      },
      share.pairing, urgent);
}

}  // namespace

/// FlexSched's throughput policy (S5 4.5.1): two kernels at a time, of different categories where there are, in the
/// configuration that a walk through the co-execution space finds by measuring what both do. A window in ms may be
/// given.
Planned flexsched(const Instance& instance, const PlanOptions& options) {
  return share_plan(
      instance, options,
      {.policy = "flexsched", .split = options.split, .settable = Settable::while_running, .start = start_flexsched});
}

/// FlexSched's latency policy (S5 4.5.2): a kernel of a task of a weight above 1 keeps 1 - slowdown of its progress
/// alone; the other gets the rest. One that comes while two run takes the place of one that has no such weight. The
/// slowdown and a window in ms may be given.
Planned flexsched_latency(const Instance& instance, const PlanOptions& options) {
  if (!options.split.empty() && options.split.front() >= 1) {
    throw InputError("policy flexsched-latency: a slowdown of all or more, expected less than 1");
  }
  return share_plan(instance, options,
                    {.policy = "flexsched-latency",
                     .split = options.split,
                     .settable = Settable::while_running,
                     .start = start_flexsched_latency});
}

}  // namespace warpshop::share
