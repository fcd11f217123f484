#include "sim/report/critical_path.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpshop::report {
namespace {

using Position = std::size_t;
using End = std::pair<Millis, Position>;  ///< of a command, or of a part of one

class Waits {
 public:
  Waits(const Plan& plan, const Timeline& timeline)
      : intervals_(timeline.intervals),
        plan_(plan),
        dma_engines_(timeline.dma_engines),
        by_end_(kStages.size() * (plan.share ? plan.share->partitions_of_copies() : 1)),
        round_of_(plan.order.size(), 0),
        gate_of_(plan.order.size()) {
    find_ends(timeline.residencies);
    find_rounds(plan);
    find_gates(plan);
  }

  /// What command `i` waited for.
  std::optional<Position> waited_for(Position i) const {
    Nearest nearest;
    if (i > 0 && intervals_[i - 1].task == intervals_[i].task) {
      consider(i - 1, i, nearest);
    }
    const std::size_t round = round_of_[intervals_[i].task];
    if (round > 0 && last_of_round_[round - 1]) {
      consider(*last_of_round_[round - 1], i, nearest);
    }
    if (intervals_[i].stage == Stage::d2h && gate_of_[intervals_[i].task]) {
      consider(*gate_of_[intervals_[i].task], i, nearest);
    }
    consider_engine(i, nearest);
    return nearest.position;
  }

 private:
  struct Nearest {
    std::optional<Position> position;
    Millis distance{0};
  };

  /// Kernels have one, copies one for each partition that has copy engines.
  std::size_t engine(Position i) const {
    const Stage stage = intervals_[i].stage;
    const std::size_t home = plan_.share && stage != Stage::kernel ? plan_.share->home_of(intervals_[i].task) : 0;
    const bool one_engine = dma_engines_ == 1 || (plan_.share && plan_.share->has_one_copy_engine(home));
    return kStages.size() * home + index(stage == Stage::d2h && one_engine ? Stage::h2d : stage);
  }
  std::pair<Millis, Position> end_key(Position i) const { return {intervals_[i].end, i}; }
  std::pair<Millis, Position> start_key(Position i) const { return {intervals_[i].start, i}; }

  /// An engine may go on to another when a command has ended; where kernels share the GPU, when a residency has.
  void find_ends(const std::vector<Residency>& residencies) {
    std::vector<Position> kernel_of;  // by task
    for (Position i = 0; i < intervals_.size(); ++i) {
      if (residencies.empty() || intervals_[i].stage != Stage::kernel) {
        by_end_[engine(i)].push_back({intervals_[i].end, i});
      } else {
        kernel_of.resize(std::max<std::size_t>(kernel_of.size(), intervals_[i].task + 1));
        kernel_of[intervals_[i].task] = i;
      }
    }
    for (const Residency& residency : residencies) {
      by_end_[index(Stage::kernel)].push_back({residency.end, kernel_of[residency.task]});
    }
    for (std::vector<End>& ends : by_end_) {
      std::sort(ends.begin(), ends.end());
    }
  }

  void find_rounds(const Plan& plan) {
    Position place = 0;
    for (std::size_t round = 0; round < plan.rounds.size(); ++round) {
      for (const Position end = place + plan.rounds[round]; place < end; ++place) {
        round_of_[plan.order[place]] = round;
      }
    }
    last_of_round_.resize(std::max<std::size_t>(plan.rounds.size(), 1));
    for (Position i = 0; i < intervals_.size(); ++i) {
      std::optional<Position>& last = last_of_round_[round_of_[intervals_[i].task]];
      if (!last || end_key(*last) < end_key(i)) {
        last = i;
      }
    }
  }

  void find_gates(const Plan& plan) {
    std::vector<std::optional<Position>> h2d_of(plan.order.size());
    for (Position i = 0; i < intervals_.size(); ++i) {
      if (intervals_[i].stage == Stage::h2d) {
        h2d_of[intervals_[i].task] = i;
      }
    }
    for (const Gate& gate : plan.gates) {
      gate_of_[gate.d2h] = h2d_of[gate.h2d];
    }
  }

  /// Only what started earlier counts: a path never goes in a circle.
  bool consider(Position candidate, Position i, Nearest& nearest) const {
    return consider(End{intervals_[candidate].end, candidate}, i, nearest);
  }
  bool consider(const End& candidate, Position i, Nearest& nearest) const {
    if (start_key(candidate.second) >= start_key(i)) {
      return false;
    }
    const Millis distance = std::chrono::abs(candidate.first - intervals_[i].start);
    if (!nearest.position || distance < nearest.distance) {
      nearest = {candidate.second, distance};
    }
    return true;
  }

  /// The last that its engine ended before it, and what ended soon after it had started.
  void consider_engine(Position i, Nearest& nearest) const {
    const std::vector<End>& served = by_end_[engine(i)];
    const Millis start = intervals_[i].start;
    const auto after = std::upper_bound(served.begin(), served.end(), start,
                                        [](Millis time, const End& end) { return time < end.first; });
    for (auto before = after; before != served.begin();) {
      if (consider(*--before, i, nearest)) {
        break;
      }
    }
    for (auto overlapping = after; overlapping != served.end(); ++overlapping) {
      if (nearest.position && overlapping->first - start >= nearest.distance) {
        break;
      }
      if (consider(*overlapping, i, nearest)) {
        break;
      }
    }
  }

  const std::vector<Interval>& intervals_;
  const Plan& plan_;
  int dma_engines_;
  std::vector<std::vector<End>> by_end_;  ///< by engine: whose ends it may go on after, in that order
  std::vector<std::size_t> round_of_;     ///< by task
  std::vector<std::optional<Position>> last_of_round_;
  std::vector<std::optional<Position>> gate_of_;  ///< by task: the copy that its D2H copy waits for
};

}  // namespace

std::vector<std::size_t> critical_path(const Plan& plan, const Timeline& timeline) {
  const std::vector<Interval>& intervals = timeline.intervals;
  if (intervals.empty()) {
    return {};
  }
  const auto last = std::max_element(intervals.begin(), intervals.end(),
                                     [](const Interval& a, const Interval& b) { return a.end < b.end; });
  const Waits waits(plan, timeline);
  std::vector<std::size_t> path{static_cast<std::size_t>(last - intervals.begin())};
  while (const auto before = waits.waited_for(path.back())) {
    path.push_back(*before);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace warpshop::report
