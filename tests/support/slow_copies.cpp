#include "tests/support/slow_copies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace warpshop::test {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

struct CopyState {
  bool there = false, started = false, ended = false;
  double latency = 0, left = 0;  ///< milliseconds; of the payload as if alone
  double speed = 0;
  double start = 0, end = 0;
  bool moves() const { return started && !ended && latency <= 0; }
};

class SlowLink {
 public:
  SlowLink(const Instance& instance, const std::vector<SlowPartition>& partitions,
           const std::vector<std::uint32_t>& home)
      : instance_(instance), partitions_(partitions), home_(home), copies_(instance.size()) {
    for (std::size_t task = 0; task < instance.size(); ++task) {
      for (const std::size_t side : {0U, 1U}) {
        const Job& job = instance.jobs[task];
        copies_[task][side] = {.there = job.has[2 * side],
                               .latency = job.copies[side].latency.count(),
                               .left = job.copies[side].payload.count()};
      }
    }
  }

  std::vector<std::array<double, 2>> run() {
    while (true) {
      while (start_one()) {
      }
      set_speeds();
      const double step = next_step();
      if (step == kNoTime) {
        break;
      }
      pass(step);
    }
    std::vector<std::array<double, 2>> ends;
    for (const auto& task : copies_) {
      ends.push_back({task[0].end, task[1].end});
    }
    return ends;
  }

 private:
  /// Since when a copy could go, if it could; its stream does one after the other.
  double ready(std::size_t task, std::size_t side) const {
    const CopyState& copy = copies_[task][side];
    if (!copy.there || copy.started) {
      return kNoTime;
    }
    double since = instance_.jobs[task].release.count();
    if (side == 1 && copies_[task][0].there) {
      since = copies_[task][0].ended ? copies_[task][0].end : kNoTime;
    }
    return since <= now_ * (1 + 1e-12) ? since : kNoTime;
  }
  bool exclusive(std::size_t task, std::size_t side) const {
    return partitions_[home_[task]].one_engine || instance_.jobs[task].memory[side] == Memory::pageable;
  }
  bool goes_before(std::size_t one, std::size_t other, std::size_t side) const {
    const double difference = ready(one, side) - ready(other, side);
    return std::abs(difference) <= 1e-9 * now_ ? one < other : difference < 0;
  }
  /// Whether the engine that it needs, or one that it excludes, is at work, or another stands before it.
  bool is_blocked(std::size_t task, std::size_t side) const {
    for (std::size_t other = 0; other < copies_.size(); ++other) {
      if (home_[other] != home_[task]) {
        continue;
      }
      if (other != task && ready(other, side) < kNoTime && goes_before(other, task, side)) {
        return true;
      }
      for (const std::size_t way : {0U, 1U}) {
        const CopyState& copy = copies_[other][way];
        if (copy.started && !copy.ended && (way == side || (exclusive(other, way) && exclusive(task, side)))) {
          return true;
        }
      }
    }
    return false;
  }
  /// The one that has been ready longest of all that may go, of those equally ready the earlier task.
  bool start_one() {
    std::optional<std::array<std::size_t, 2>> best;
    for (std::size_t task = 0; task < copies_.size(); ++task) {
      for (const std::size_t side : {0U, 1U}) {
        if (ready(task, side) < kNoTime && !is_blocked(task, side) &&
            (!best || ready(task, side) < ready((*best)[0], (*best)[1]) - 1e-9 * now_)) {
          best = {task, side};
        }
      }
    }
    if (best) {
      copies_[(*best)[0]][(*best)[1]].started = true;
    }
    return best.has_value();
  }

  double rate(std::size_t side, Memory memory) const {
    double least = kNoTime;
    for (std::size_t task = 0; task < copies_.size(); ++task) {
      if (copies_[task][1 - side].moves()) {
        least = std::min(least, instance_.rates[side][index(memory)][index(instance_.jobs[task].memory[1 - side])]);
      }
    }
    return least == kNoTime ? 1 : least;
  }
  /// A level of bandwidth that nobody is above but for those who want less: found by halving.
  void set_speeds() {
    for (const std::size_t side : {0U, 1U}) {
      const Direction direction = side == 0 ? Direction::h2d : Direction::d2h;
      std::vector<std::array<double, 2>> wants;  // task, bandwidth
      double width = rate(side, Memory::pinned);
      for (std::size_t task = 0; task < copies_.size(); ++task) {
        if (copies_[task][side].moves()) {
          const double want = rate(side, instance_.jobs[task].memory[side]) *
                              instance_.link_demand(static_cast<std::uint32_t>(task), direction);
          wants.push_back({static_cast<double>(task), want});
          width = std::max(width, want);
        }
      }
      double low = 0;
      double high = 2;
      for (int step = 0; step < 100; ++step) {
        const double level = (low + high) / 2;
        double used = 0;
        for (const auto& [task, want] : wants) {
          used += std::min(want, level);
        }
        (used <= width ? low : high) = level;
      }
      for (const auto& [task, want] : wants) {
        const auto number = static_cast<std::uint32_t>(task);
        copies_[number][side].speed = std::min(want, low) / instance_.link_demand(number, direction);
      }
    }
  }

  double next_step() const {
    double step = kNoTime;
    for (std::size_t task = 0; task < copies_.size(); ++task) {
      const double release = instance_.jobs[task].release.count();
      step = release > now_ ? std::min(step, release - now_) : step;
      for (const CopyState& copy : copies_[task]) {
        if (copy.started && !copy.ended) {
          step = std::min(step, copy.latency > 0 ? copy.latency : copy.left / copy.speed);
        }
      }
    }
    return step;
  }
  void pass(double step) {
    now_ += step;
    for (auto& task : copies_) {
      for (CopyState& copy : task) {
        if (!copy.started || copy.ended) {
          continue;
        }
        const auto rest = [&](double left, double done) { return left - done <= 1e-11 * now_ ? 0 : left - done; };
        if (copy.latency > 0) {
          copy.latency = rest(copy.latency, step);
        } else {
          copy.left = rest(copy.left, step * copy.speed);
        }
        if (copy.latency <= 0 && copy.left <= 0) {
          copy.ended = true;
          copy.end = now_;
        }
      }
    }
  }

  const Instance& instance_;
  const std::vector<SlowPartition>& partitions_;
  const std::vector<std::uint32_t>& home_;
  std::vector<std::array<CopyState, 2>> copies_;  ///< [task][Direction]
  double now_ = 0;
};

}  // namespace

std::vector<std::array<double, 2>> slow_copies(const Instance& instance, const std::vector<SlowPartition>& partitions,
                                               const std::vector<std::uint32_t>& home) {
  return SlowLink(instance, partitions, home).run();
}

}  // namespace warpshop::test
