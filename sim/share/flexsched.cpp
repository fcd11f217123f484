#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "sim/share/pairing.hpp"
#include "sim/share/sampler.hpp"
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

/// What a kernel that must not be late is promised.
struct Promise {
  std::int64_t subtasks = 0;
  double alone = 0;   ///< its progress alone, in subtasks a millisecond
  double enough = 0;  ///< what it is to have of that, over all of it
  /// How much sooner than it must it gets the GPU to itself: what that takes, as CTAs of both are on their way.
  Millis reserve{0};
  Millis look{0};  ///< the shortest time between two looks at how it gets on
};

/// Gives the other kernel as much as the one that must not be late can spare (S5 4.5.2). A split that is tried, or
/// holds on one window and not on the next, may leave it less than it was promised: as soon as what is left of it would
/// end just in time alone, it has the GPU to itself. So the promise is kept over the whole kernel, whatever splits do.
class LatencyFirst : public SplitSearch {
 public:
  /// splits: from the one in which `sensitive` has most. whole: the GPU.
  LatencyFirst(std::vector<PairSplit> splits, Allocation whole, std::size_t sensitive, const Promise& promise,
               const Sampler& sampler)
      : splits_(std::move(splits)),
        whole_(std::move(whole)),
        sensitive_(sensitive),
        promise_(promise),
        sampler_(sampler) {}

  Step next(Millis now, const Running& first, const Running& second) override {
    const Millis spare = spare_time(now, sensitive_ == 0 ? first : second);
    alone_ = alone_ || spare <= promise_.reserve;
    const Millis wake_at = alone_ || done_ ? kNoWake : walk(now, first, second);
    PairSplit split = splits_[position_];
    if (alone_) {
      (sensitive_ == 0 ? split.first : split.second) = whole_;
      (sensitive_ == 0 ? split.second : split.first).clear();
      return {.split = split};
    }
    return {.split = split, .wake_at = std::min(wake_at, now + std::max(spare - promise_.reserve, promise_.look))};
  }

 private:
  /// How much later than it must it would end if it had the GPU to itself from now on.
  Millis spare_time(Millis now, const Running& kernel) {
    const auto left = static_cast<double>(promise_.subtasks - kernel.done);
    due_ = due_.value_or(now + Millis{left / promise_.enough});
    return *due_ - now - Millis{left / promise_.alone};
  }

  /// Measures, and goes on to the next split or back. When to look again.
  Millis walk(Millis now, const Running& first, const Running& second) {
    while (!done_) {
      const auto progress = sampler_.sample(now, splits_[position_], first, second);
      if (!progress) {
        return sampler_.wake_at();
      }
      const double own = (*progress)[sensitive_];
      const bool holds = own >= promise_.enough || tied(own, promise_.enough);
      done_ = !holds || position_ + 1 == splits_.size();
      alone_ = !holds && position_ == 0;
      position_ = holds ? position_ + (done_ ? 0 : 1) : position_ - (alone_ ? 0 : 1);
    }
    return kNoWake;
  }

  std::vector<PairSplit> splits_;
  Allocation whole_;
  std::size_t sensitive_;
  Promise promise_;
  Sampler sampler_;
  std::optional<Millis> due_;
  std::size_t position_ = 0;
  bool done_ = false;
  bool alone_ = false;
};

Promise promise_to(const Instance& instance, std::uint32_t sensitive, std::uint32_t other, double slowdown,
                   Millis window) {
  const double alone = progress_alone(instance, sensitive);
  const Millis look = 0.1 * window;
  return {.subtasks = instance.work[sensitive].subtasks,
          .alone = alone,
          .enough = (1 - slowdown) * alone,
          .reserve = 2.0 * (subtask_time(instance, sensitive) + subtask_time(instance, other)) + look,
          .look = look};
}

}  // namespace

/// FlexSched (S5 4.5): two kernels at a time, of different categories where there are, in the configuration that a walk
/// through the co-execution space finds by measuring what both do. The rule of throughput (4.5.1); or that of latency
/// (4.5.2): a kernel of a task of a weight above 1 keeps 1 - slowdown of its progress alone, the other gets the rest;
/// one that comes while two run takes the place of one that has no such weight.
Controller flexsched(const Instance& instance, const Share& share) {
  const Millis window{share.settings.number("window")};
  const Sampler sampler(window, share.pairing.noise, share.pairing.seed);
  double slowdown = 0;
  IsUrgent urgent;
  if (share.settings.word("rule") == "latency") {
    slowdown = share.settings.number("slowdown");
    urgent = [&instance](std::uint32_t task) { return instance.weight(task) > 1; };
  }
  return two_at_a_time(
      instance,
      [&instance, slowdown, window, sampler, urgent](std::uint32_t first, std::uint32_t second,
                                                     const Allocation& held) -> std::unique_ptr<SplitSearch> {
        std::vector<PairSplit> splits = cta_splits(instance, first, second);
        if (splits.empty()) {
          return nullptr;
        }
        if (!urgent || urgent(first) == urgent(second)) {
          const ThroughputWalk walk(splits.size(), loaded_already(splits, held));
          return walked_splits(
              std::move(splits), walk, sampler, [](const ThroughputWalk& at) { return at.position(); },
              [](ThroughputWalk& at, const Progress& progress) { at.measured(progress); });
        }
        const bool first_is = urgent(first);
        if (first_is) {
          std::reverse(splits.begin(), splits.end());
        }
        return std::make_unique<LatencyFirst>(
            std::move(splits), everything(instance), first_is ? 0 : 1,
            promise_to(instance, first_is ? first : second, first_is ? second : first, slowdown, window), sampler);
      },
      share.pairing, urgent);
}

}  // namespace warpshop::share
