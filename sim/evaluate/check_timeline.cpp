#include "sim/evaluate/check_timeline.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/evaluate/check_residencies.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/events/issue.hpp"

namespace warpshop::evaluate {
namespace {

constexpr Millis kNotStarted{std::numeric_limits<double>::infinity()};

/// Relative to the makespan.
constexpr double kCheckTolerance = 1e-9;
/// What two engines may be apart, relative to the makespan, in a plan of so many commands: see check_agreement().
double agreement(std::size_t commands) {
  const double in_an_instant = static_cast<double>(commands) * kTieTolerance;
  return std::max(5 * kTieTolerance, in_an_instant * in_an_instant);
}

/// All the digits a double has.
std::string exactly(Millis time) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.17g ms", time.count());
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string describe(const Interval& interval) {
  return "the " + std::string(name(interval.stage)) + " of task " + std::to_string(interval.task) + " (" +
         exactly(interval.start) + " to " + exactly(interval.end) + ")";
}

/// When each task starts, and when it has ended.
struct TaskSpans {
  explicit TaskSpans(std::size_t tasks) : starts(tasks, kNotStarted), ends(tasks, Millis{0}) {}

  std::vector<Millis> starts;
  std::vector<Millis> ends;
};

TaskSpans spans_of(const Timeline& timeline, std::size_t tasks) {
  TaskSpans spans(tasks);
  for (const Interval& interval : timeline.intervals) {
    if (interval.task >= tasks) {
      throw ImpossibleTimeline(describe(interval) + " is of no task that there is");
    }
    spans.starts[interval.task] = std::min(spans.starts[interval.task], interval.start);
    spans.ends[interval.task] = std::max(spans.ends[interval.task], interval.end);
  }
  return spans;
}

/// The commands of one device, one after the other in plan order.
class DeviceChecker {
 public:
  DeviceChecker(const Instance& instance, const Plan& plan, const TaskSpans& spans, Millis tolerance)
      : instance_(instance), plan_(plan), spans_(spans), tolerance_(tolerance) {
    for (const Gate& gate : plan.gates) {
      gates_.resize(instance.size(), kNoGate);
      gates_[gate.d2h] = gate.h2d;
    }
    h2d_ends_.resize(instance.size());
    commands_.resize(instance.issue.one_thread ? instance.size() : 0);
    engines_.resize(plan.share ? plan.share->partitions_of_copies() : 1);
  }

  /// Takes the device's intervals from the front of what is left of the timeline's.
  void check(std::vector<Interval>::const_iterator& next, const std::vector<Interval>::const_iterator& last) {
    for (const std::uint32_t task : plan_.order) {
      const Job& job = instance_.jobs[task];
      std::array<Millis, 3> least = least_times(instance_, job);
      if (plan_.share) {
        least = least_when_shared(task, least);
      }
      Millis ready = job.release;
      std::optional<Stage> before;
      for (const Stage stage : kStages) {
        if (!job.has[index(stage)]) {
          continue;
        }
        if (next == last || next->task != task || next->stage != stage) {
          throw ImpossibleTimeline("the " + std::string(name(stage)) + " of task " + std::to_string(task) +
                                   " never ran");
        }
        const Interval& command = *next++;
        ready += before ? instance_.gaps.between(*before, stage) : Millis{0};
        before = stage;
        check_command(command, ready, least[index(stage)]);
        if (stage == Stage::h2d) {
          h2d_ends_[task] = command.end;
        }
        if (instance_.issue.one_thread) {
          commands_[task][index(stage)] = command;
        }
        if (job.occupies(stage)) {
          engines_[partition_of(task)][engine_of(stage, partition_of(task))].push_back(command);
        }
        ready = command.end;
      }
    }
    check_gates();
    check_rounds();
    check_host();
    check_engines();
  }

 private:
  static constexpr std::uint32_t kNoGate = ~std::uint32_t{0};

  /// Whose copy engines serve a task, see Share::home.
  std::size_t partition_of(std::uint32_t task) const { return plan_.share ? plan_.share->home_of(task) : 0; }
  bool has_one_copy_engine(std::size_t partition) const {
    return instance_.dma_engines == 1 || (plan_.share && plan_.share->has_one_copy_engine(partition));
  }
  std::size_t engine_of(Stage stage, std::size_t partition) const {
    return stage == Stage::d2h && has_one_copy_engine(partition) ? index(Stage::h2d) : index(stage);
  }

  /// broken() says what is wrong; it takes longer to say than to see that nothing is.
  template <class Broken>
  static void expect(bool holds, const Interval& command, const Broken& broken) {
    if (!holds) {
      throw ImpossibleTimeline(describe(command) + ' ' + broken());
    }
  }

  void check_command(const Interval& command, Millis ready, Millis least) const {
    expect(std::isfinite(command.start.count()) && std::isfinite(command.end.count()) && command.start >= Millis{0},
           command, [] { return "has no time"; });
    expect(command.start <= command.end, command, [] { return "ends before it starts"; });
    expect(command.start >= ready - tolerance_, command,
           [&] { return "starts before its task is ready, at " + exactly(ready); });
    const Millis lasts = command.end - command.start;
    expect(lasts >= least - tolerance_, command, [&] { return "takes less than it can, " + exactly(least); });
    if (command.stage == Stage::kernel && !plan_.share) {
      const bool alone = lasts <= least + tolerance_;
      const bool may_set_up = plan_.submission == Submission::ordered && !instance_.families.empty() &&
                              instance_.jobs[command.task].occupies(Stage::kernel);
      const Millis with_setup = least + (may_set_up ? instance_.family_setup : Millis{0});
      expect(alone || (lasts >= with_setup - tolerance_ && lasts <= with_setup + tolerance_), command,
             [&] { return "takes another time than the kernel's, " + exactly(least); });
    }
  }

  /// Copies may be faster beside kernels, and kernels shorter in their other form.
  std::array<Millis, 3> least_when_shared(std::uint32_t task, std::array<Millis, 3> least) const {
    const Interference beside = instance_.chip->interference.value_or(Interference{});
    least[index(Stage::h2d)] /= std::max(1.0, beside.h2d_beside_kernel);
    least[index(Stage::kernel)] = least_shared_time(instance_, task);
    least[index(Stage::d2h)] /= std::max(1.0, beside.d2h_beside_kernel);
    return least;
  }

  void check_gates() const {
    for (const Interval& command : engines_.front()[engine_of(Stage::d2h, 0)]) {
      if (command.stage == Stage::d2h && !gates_.empty() && gates_[command.task] != kNoGate) {
        expect(command.start >= h2d_ends_[gates_[command.task]] - tolerance_, command,
               [] { return "starts before the H2D has ended that it is held back by"; });
      }
    }
  }

  void check_rounds() const {
    Millis begin{0};
    auto task = plan_.order.begin();
    for (const std::uint32_t length : plan_.rounds) {
      Millis end = begin;
      for (const auto last = task + length; task != last; ++task) {
        if (spans_.starts[*task] < begin - tolerance_) {
          throw ImpossibleTimeline("task " + std::to_string(*task) + " starts at " + exactly(spans_.starts[*task]) +
                                   ", before the round before its own has ended at " + exactly(begin));
        }
        end = std::max(end, spans_.ends[*task]);
      }
      begin = end;
    }
  }

  /// Of one thread a program, no command before the end of those that hold it up and are issued earlier.
  void check_host() const {
    if (!instance_.issue.one_thread) {
      return;
    }
    struct Program {
      Millis host{0};    ///< its thread goes on
      Millis legacy{0};  ///< the last command of its legacy default stream has ended
      Millis end{0};     ///< all its commands have
    };
    std::vector<Program> programs(instance_.issue.programs);
    std::vector<bool> begun(instance_.size());
    for (const auto& [slot, stage] : issue_sequence(instance_, plan_.order, plan_.rounds)) {
      const std::uint32_t task = plan_.order[slot];
      const Job& job = instance_.jobs[task];
      auto& [host, legacy, end] = programs[instance_.program(task)];
      if (!begun[task]) {
        begun[task] = true;
        host = std::max(host, job.release) + (instance_.host.empty() ? Millis{0} : instance_.host[task]);
      }
      const Interval& command = commands_[task][index(stage)];
      const Millis begin = std::max(host, job.legacy ? end : legacy);
      expect(command.start >= begin - tolerance_, command, [&] {
        return "starts before its host thread can have issued it, and the legacy default stream lets it, at " +
               exactly(begin);
      });
      end = std::max(end, command.end);
      legacy = job.legacy ? command.end : legacy;
      if (stage != Stage::kernel && job.blocks[index(stage) / 2]) {
        host = std::max(host, command.end);
      }
    }
  }

  void check_engines() {
    for (std::size_t partition = 0; partition < engines_.size(); ++partition) {
      for (const Stage stage : kStages) {
        if (!plan_.share || stage != Stage::kernel) {
          const bool both_ways = stage == Stage::h2d && has_one_copy_engine(partition);
          check_engine(engines_[partition][index(stage)], plan_.submission == Submission::ordered && !both_ways);
        }
      }
    }
  }
  void check_engine(std::vector<Interval>& commands, bool in_plan_order) const {
    if (!in_plan_order) {
      std::stable_sort(commands.begin(), commands.end(), [](const Interval& a, const Interval& b) {
        return a.start + a.end < b.start + b.end;  // of one that takes no time, the start may be a rounding late
      });
    }
    for (std::size_t i = 1; i < commands.size(); ++i) {
      expect(commands[i].start >= commands[i - 1].end - tolerance_, commands[i],
             [&] { return "holds its engine beside " + describe(commands[i - 1]); });
    }
  }

  const Instance& instance_;
  const Plan& plan_;
  const TaskSpans& spans_;
  Millis tolerance_;
  std::vector<Millis> h2d_ends_;                               ///< by task
  std::vector<std::uint32_t> gates_;                           ///< by task; empty: there are none
  std::vector<std::array<std::vector<Interval>, 3>> engines_;  ///< by partition
  std::vector<std::array<Interval, 3>> commands_;              ///< [task][Stage], of one host thread
};

void check_precedence(const Instance& tasks, const TaskSpans& spans, Millis tolerance) {
  for (const Precedence& pair : tasks.precedence) {
    if (spans.starts[pair.after] < spans.ends[pair.before] + pair.lag - tolerance) {
      throw ImpossibleTimeline("task " + std::to_string(pair.after) + " starts at " +
                               exactly(spans.starts[pair.after]) + ", before task " + std::to_string(pair.before) +
                               ", which it comes after, has ended at " + exactly(spans.ends[pair.before]));
    }
  }
}

void expect_above_bound(Objective objective, Millis bound, Millis cost, Millis tolerance) {
  if (!(cost >= bound - tolerance)) {
    throw ImpossibleTimeline(std::string(name(objective)) + " of " + exactly(cost) + " is below " + exactly(bound) +
                             ", which no plan is below");
  }
}

}  // namespace

void check_timeline(const Fleet& fleet, const Plan& plan, const Timeline& timeline, Objective objective,
                    const std::optional<Millis>& known) {
  if (!std::isfinite(timeline.makespan.count())) {
    throw ImpossibleTimeline("a makespan of " + exactly(timeline.makespan));
  }
  const Millis tolerance = kCheckTolerance * timeline.makespan;
  const TaskSpans spans = spans_of(timeline, fleet.size());
  const std::vector<Plan> plans = device_plans(plan);
  auto next = timeline.intervals.begin();
  for (std::size_t device = 0; device < plans.size(); ++device) {
    DeviceChecker(fleet.devices[device], plans[device], spans, tolerance).check(next, timeline.intervals.end());
  }
  if (next != timeline.intervals.end()) {
    throw ImpossibleTimeline(describe(*next) + " is nothing that was to run");
  }
  check_precedence(fleet.tasks(), spans, tolerance);
  if (plan.share) {
    check_residencies(fleet.tasks(), plan, timeline, tolerance);
  }
  const Millis last_end = spans.ends.empty() ? Millis{0} : *std::max_element(spans.ends.begin(), spans.ends.end());
  if (std::chrono::abs(timeline.makespan - last_end) > tolerance) {
    throw ImpossibleTimeline("a makespan of " + exactly(timeline.makespan) + ", but the last command ends at " +
                             exactly(last_end));
  }
  const auto bound_of = [&](Objective any) {
    if (any == objective && known) {
      return *known;
    }
    return plan.share ? shared_lower_bound(fleet.tasks(), any, plan.share->partitions_of_copies() > 1)
                      : lower_bound(fleet, any);
  };
  expect_above_bound(Objective::makespan, bound_of(Objective::makespan), timeline.makespan, tolerance);
  if (objective != Objective::makespan) {
    const Millis cost = evaluate::cost(fleet.tasks(), timeline, objective);
    expect_above_bound(objective, bound_of(objective), cost,
                       std::max(tolerance, kCheckTolerance * std::chrono::abs(cost)));
  }
}

namespace {

/// what(): of which they are times.
template <class What>
void expect_alike(Millis time, std::string_view engine, Millis others, std::string_view other, Millis tolerance,
                  const What& what) {
  if (!(std::chrono::abs(time - others) <= tolerance)) {
    throw ImpossibleTimeline("the engines disagree on " + what() + ": " + exactly(time) + " says " +
                             std::string(engine) + ", " + exactly(others) + " says " + std::string(other));
  }
}

}  // namespace

void check_agreement(Millis makespan, std::string_view engine, Millis others, std::string_view other,
                     std::size_t commands) {
  expect_alike(makespan, engine, others, other, agreement(commands) * std::max(makespan, others),
               [] { return std::string("the makespan"); });
}

void check_agreement(const Timeline& timeline, std::string_view engine, const Timeline& others,
                     std::string_view other) {
  const std::size_t commands = timeline.intervals.size();
  check_agreement(timeline.makespan, engine, others.makespan, other, commands);
  const Millis tolerance = agreement(commands) * std::max(timeline.makespan, others.makespan);
  for (std::size_t i = 0; i < commands; ++i) {
    const Interval& own = timeline.intervals[i];
    expect_alike(own.end, engine, others.intervals.at(i).end, other, tolerance, [&] {
      return "the end of the " + std::string(name(own.stage)) + " of task " + std::to_string(own.task);
    });
  }
}

}  // namespace warpshop::evaluate
