#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/sampler.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

/// How a controller that runs kernels two at a time finds out how to split the GPU between them: an object that lives
/// as long as the pair does. first: launched first.
class SplitSearch {
 public:
  SplitSearch() = default;
  SplitSearch(const SplitSearch&) = delete;
  SplitSearch& operator=(const SplitSearch&) = delete;
  virtual ~SplitSearch() = default;

  /// What both should hold now, and when to ask again; first and second are what they were given before, and have done.
  struct Step {
    PairSplit split;
    Millis wake_at = kNoWake;
  };
  virtual Step next(Millis now, const Running& first, const Running& second) = 0;
};

/// Goes where a walk says, from split to split, and tells it what was measured there, until it is done; the walk's
/// `position` says which split. tell(walk, progress): how.
template <class Walk, class Position, class Tell>
class WalkedSplits : public SplitSearch {
 public:
  WalkedSplits(std::vector<PairSplit> splits, Walk walk, const Sampler& sampler, Position position, Tell tell)
      : splits_(std::move(splits)), walk_(std::move(walk)), sampler_(sampler), position_(position), tell_(tell) {}

  Step next(Millis now, const Running& first, const Running& second) override {
    while (!walk_.done()) {
      const PairSplit& split = splits_[position_(walk_)];
      const auto progress = sampler_.sample(now, split, first, second);
      if (!progress) {
        return {.split = split, .wake_at = sampler_.wake_at()};
      }
      tell_(walk_, *progress);
    }
    return {.split = splits_[position_(walk_)]};
  }

 private:
  std::vector<PairSplit> splits_;
  Walk walk_;
  Sampler sampler_;
  Position position_;
  Tell tell_;
};

template <class Walk, class Position, class Tell>
std::unique_ptr<SplitSearch> walked_splits(std::vector<PairSplit> splits, const Walk& walk, const Sampler& sampler,
                                           Position position, Tell tell) {
  return std::make_unique<WalkedSplits<Walk, Position, Tell>>(std::move(splits), walk, sampler, position, tell);
}

/// Makes a search for a pair; nothing: the two do not share, and run one after the other. `held` is what the first
/// kernel holds when the second comes.
using StartSplit =
    std::function<std::unique_ptr<SplitSearch>(std::uint32_t first, std::uint32_t second, const Allocation& held)>;

/// Which of those that are ready joins one that runs: its position; nothing: none of them may.
using PickPartner =
    std::function<std::optional<std::size_t>(std::uint32_t running, const std::vector<std::uint32_t>& ready)>;

/// As Pairing::partner says.
PickPartner partner_of(const Instance& instance, const Pairing& pairing);

/// Whether a task's kernel must not wait.
using IsUrgent = std::function<bool(std::uint32_t task)>;

/// Runs kernels two at a time: one that is alone has the whole GPU. When one ends, the other stays and is joined by the
/// next (S5 4.4). An urgent one goes ahead of others that wait; while two run that are not, the last of them makes room
/// for it and goes on later. Where pairs are given none makes room, as it would leave while the urgent one runs
/// already, and one that may not join what runs goes next, before others could join.
Controller two_at_a_time(const Instance& instance, StartSplit start, const Pairing& pairing, IsUrgent urgent = {});

/// Two at a time, each pair with one split while both are there: the given one, or of `splits` the best_split().
Controller two_with_one_split(const Instance& instance, const Share& share, PairSplits splits,
                              const std::optional<PairSplit>& given);

}  // namespace warpshop::share
