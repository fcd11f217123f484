#include "sim/study/checked_timeline.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/evaluate/bounds/least_times.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"

namespace warpshop::study {
namespace {

/// The searches' inner loop is held against what comes out as well.
void check_makespan(std::string_view engine, const Fleet& fleet, const Plan& plan, const Timeline& timeline) {
  evaluate::check_agreement({.makespan = timeline.makespan}, engine, {.makespan = evaluate::makespan(fleet, plan)},
                            "the search");
}

/// The shortest time above 0 that a stage takes or a task waits for; no time at all where there is none.
Millis shortest_time(const Instance& tasks) {
  Millis shortest{0};
  const auto look_at = [&](Millis time) {
    if (time > Millis{0} && (shortest == Millis{0} || time < shortest)) {
      shortest = time;
    }
  };
  for (const Job& job : tasks.jobs) {
    for (const Millis time : evaluate::least_times(tasks, job)) {
      look_at(time);
    }
    look_at(job.release);
  }
  return shortest;
}

/// Twice what engine simgrid tells apart, relative to the plan's length (replay/simulated_time.hpp).
constexpr double kFinest = 0x1p-47;

/// Why engine simgrid may be wrong about a plan; empty: it may not.
std::string too_fine(const Fleet& fleet, const Timeline& timeline) {
  for (const Instance& tasks : fleet.devices) {
    const Millis shortest = shortest_time(tasks);
    if (shortest > Millis{0} && shortest < kFinest * timeline.makespan) {
      return fmt::format(
          "; {:.4g} ms in a plan of {:.4g} ms are finer than engine simgrid tells apart, expected the engine "
          "fast",
          shortest.count(), timeline.makespan.count());
    }
  }
  return "";
}

}  // namespace

Timeline checked_timeline(const EngineChoice& engine, const Fleet& fleet, const Plan& plan, Objective objective,
                          const std::optional<Millis>& bound, const Timeline* known) {
  const std::string_view name = engine.asked.name;
  Timeline timeline = known != nullptr ? *known
                      : plan.share     ? evaluate::timeline(fleet, plan)
                                       : engine.asked.timeline(fleet, plan);
  const bool small = !plan.share && fleet.size() <= kEveryEngineUpTo;
  const std::string fine = small ? too_fine(fleet, timeline) : "";
  try {
    evaluate::check_timeline(fleet, plan, timeline, objective, bound);
    if (!plan.share) {
      check_makespan(name, fleet, plan, timeline);
    }
    for (const Engine& other : engine.all) {
      if (small && other.name != name && (fine.empty() || other.name == kExactEngine)) {
        evaluate::check_agreement(timeline, name, other.timeline(fleet, plan), other.name);
      }
    }
  } catch (const evaluate::ImpossibleTimeline& impossible) {
    throw evaluate::ImpossibleTimeline(fmt::format("engine {}: {}{}", name, impossible.what(), fine));
  }
  return timeline;
}

}  // namespace warpshop::study
