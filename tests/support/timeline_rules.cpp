#include "tests/support/timeline_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

namespace warpshop::test {
namespace {

constexpr double kTolerance = 1e-9;

struct Served {
  const Job* job = nullptr;
  double kernel_time = 0;  ///< set-up included
  std::size_t slot = 0;
  Stage stage = Stage::h2d;
  double ready = 0;
  double start = 0;
  double end = 0;

  bool exclusive() const { return stage != Stage::kernel && job->exclusive[index(stage) / 2]; }
  bool takes_no_time() const { return job->alone(stage) <= Millis{0}; }
  const Copy& copy() const { return job->copies[index(stage) / 2]; }
  double payload_start() const { return start + copy().latency.count(); }
};

class Checker {
 public:
  Checker(const Instance& instance, const Plan& plan, const Timeline& timeline)
      : instance_(instance), plan_(plan), timeline_(timeline) {}

  std::string check() {
    collect();
    for (const auto& engine : served_) {
      for (const Served& served : engine) {
        check_start(served);
        if (served.stage == Stage::kernel) {
          expect(near(served.end - served.start, served.kernel_time), served, "a kernel takes its time");
        } else {
          check_payload(served);
        }
      }
    }
    double end = 0;
    for (const Interval& interval : timeline_.intervals) {
      end = std::max(end, interval.end.count());
    }
    if (broken_.empty() && !near(end, timeline_.makespan.count())) {
      broken_ = "the makespan is the end of the last stage";
    }
    return broken_;
  }

 private:
  bool near(double a, double b) const { return std::abs(a - b) <= kTolerance * scale_; }

  void expect(bool holds, const Served& served, const char* rule) {
    if (!holds && broken_.empty()) {
      std::ostringstream text;
      text.precision(17);
      text << rule << ": slot " << served.slot << ' ' << name(served.stage) << " ready " << served.ready << " start "
           << served.start << " end " << served.end;
      broken_ = text.str();
    }
  }

  void collect() {
    scale_ = std::max(1.0, timeline_.makespan.count());
    auto interval = timeline_.intervals.begin();
    std::array<double, 3> engine_end{};
    const std::vector<double> round_start = round_starts();
    for (std::size_t slot = 0; slot < plan_.order.size(); ++slot) {
      const Job& job = instance_.jobs[plan_.order[slot]];
      double ready = std::max({job.release.count(), round_start[slot], predecessors_end(plan_.order[slot])});
      for (const Stage stage : kStages) {
        if (!job.has[index(stage)]) {
          continue;
        }
        const bool listed = interval != timeline_.intervals.end() && interval->task == plan_.order[slot] &&
                            interval->stage == stage && interval->start <= interval->end;
        if (!listed) {
          broken_ = "intervals are in plan order, each task's stages in theirs";
          return;
        }
        if (stage == Stage::kernel && job.has[0]) {
          ready += instance_.gaps.copy_kernel.count();
        }
        if (stage == Stage::d2h && job.has[1]) {
          ready += instance_.gaps.kernel_copy.count();
        }
        if (stage == Stage::d2h) {
          ready = std::max(ready, gate_end(plan_.order[slot]));
        }
        const bool beside = stage == Stage::kernel && job.beside;
        Served served{.job = &job,
                      .slot = slot,
                      .stage = stage,
                      .ready = beside ? ready : std::max(ready, engine_end[index(stage)]),
                      .start = interval->start.count(),
                      .end = interval->end.count()};
        if (stage == Stage::kernel) {
          served.kernel_time = job.kernel.count() + (beside ? 0 : set_up(plan_.order[slot]));
        }
        served_[index(stage)].push_back(served);
        ready = served.end;
        engine_end[index(stage)] = beside ? engine_end[index(stage)] : ready;
        ++interval;
      }
    }
    if (interval != timeline_.intervals.end()) {
      broken_ = "no interval is left over";
    }
  }

  /// Of the kernel of the task, which follows those asked for before.
  double set_up(std::uint32_t task) {
    const std::uint32_t family = instance_.families.empty() ? 0 : instance_.families[task];
    if (family == 0) {
      return 0;
    }
    const bool switches = context_ != 0 && context_ != family;
    context_ = family;
    return switches ? instance_.family_setup.count() : 0;
  }

  double predecessors_end(std::uint32_t task) const {
    double end = 0;
    for (const Precedence& pair : instance_.precedence) {
      for (const Interval& interval : timeline_.intervals) {
        if (pair.after == task && interval.task == pair.before) {
          end = std::max(end, interval.end.count() + pair.lag.count());
        }
      }
    }
    return end;
  }

  /// By slot: when the last task of the rounds before its own has ended.
  std::vector<double> round_starts() const {
    std::vector<double> end(instance_.size(), 0.0);
    for (const Interval& interval : timeline_.intervals) {
      end[interval.task] = std::max(end[interval.task], interval.end.count());
    }
    std::vector<double> starts(plan_.order.size(), 0.0);
    std::size_t slot = 0;
    double start = 0;
    for (const std::uint32_t length : plan_.rounds) {
      double latest = start;
      for (const std::size_t begin = slot; slot < begin + length; ++slot) {
        starts[slot] = start;
        latest = std::max(latest, end[plan_.order[slot]]);
      }
      start = latest;
    }
    return starts;
  }

  /// When the H2D has ended that holds back the D2H of a task; 0 without a gate.
  double gate_end(std::uint32_t task) const {
    for (const Gate& gate : plan_.gates) {
      for (const Interval& interval : timeline_.intervals) {
        if (gate.d2h == task && interval.task == gate.h2d && interval.stage == Stage::h2d) {
          return interval.end.count();
        }
      }
    }
    return 0;
  }

  /// Every stage starts when it is ready, unless it excludes a copy of the opposite direction that went first.
  void check_start(const Served& served) {
    expect(served.start >= served.ready - kTolerance * scale_, served, "a stage starts when it is ready");
    if (!served.exclusive()) {
      expect(near(served.start, served.ready), served, "nothing idles");
      return;
    }
    bool waited_for_one = near(served.start, served.ready);
    for (const Served& other : served_[2 - index(served.stage)]) {
      if (!other.exclusive() || other.takes_no_time() || served.takes_no_time()) {
        waited_for_one = waited_for_one || (other.exclusive() && near(other.end, served.start));
        continue;
      }
      const bool apart =
          other.end <= served.start + kTolerance * scale_ || served.end <= other.start + kTolerance * scale_;
      expect(apart, served, "exclusive copies do not overlap");
      waited_for_one = waited_for_one || near(other.end, served.start);
      const bool overtook = other.start > served.ready + kTolerance * scale_ && other.start < served.start;
      expect(!overtook || other.ready < served.ready || tied(other.ready, served.ready), served,
             "of two exclusive copies the one that was ready first goes first");
      if (overtook && tied(other.ready, served.ready)) {
        expect(other.slot < served.slot, served, "equally ready, the earlier task goes first");
      }
    }
    expect(waited_for_one, served, "an exclusive copy waits only for another");
  }

  /// Payload moved: the time alone, and the time beside each opposing payload at the rate of the pair.
  void check_payload(const Served& served) {
    const std::size_t side = index(served.stage) / 2;
    double moved = served.end - served.payload_start();
    const auto& opposing_lane = served_[2 - index(served.stage)];
    for (const Served& other : opposing_lane) {
      const double beside = std::min(served.end, other.end) - std::max(served.payload_start(), other.payload_start());
      if (beside > 0) {
        const double rate = instance_.rates[side][index(served.job->memory[side])][index(other.job->memory[1 - side])];
        moved -= beside * (1 - rate);
      }
    }
    expect(near(moved, served.copy().payload.count()), served, "a payload fits its interval");
  }

  const Instance& instance_;
  const Plan& plan_;
  const Timeline& timeline_;
  std::array<std::vector<Served>, 3> served_;
  double scale_ = 1;
  std::uint32_t context_ = 0;  ///< family of the last kernel that had one
  std::string broken_;
};

}  // namespace

std::string broken_rule(const Instance& instance, const Plan& plan, const Timeline& timeline) {
  return Checker(instance, plan, timeline).check();
}

}  // namespace warpshop::test
