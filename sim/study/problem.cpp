#include "sim/study/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/needs.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/assumed_of_sharing.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

/// Kernels of the profile that tasks name.
std::set<std::string, std::less<>> named_kernels(const Instance& instance, const Device& device) {
  std::set<std::string, std::less<>> names;
  for (const NamedKernel& kernel : instance.kernels) {
    if (device.kernels.contains(kernel.name)) {
      names.insert(kernel.name);
    }
  }
  return names;
}

void add_assumed_of_power(Problem& problem, std::span<const Device> devices) {
  std::set<std::string> profiles;
  for (const Device& device : devices) {
    profiles.insert(device.name);
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (profiles.erase(devices[i].name) > 0) {
      for (const std::string& path :
           assumed_of_power(devices[i], named_kernels(problem.fleet.devices[i], devices[i]))) {
        problem.basis.assumed.push_back(devices.front().name == devices.back().name ? path
                                                                                    : devices[i].name + ": " + path);
      }
    }
  }
}

}  // namespace

Problem make_problem(const Workload& workload, std::span<const Device> devices) {
  Problem problem{workload.name,
                  task_names(workload),
                  resolve(workload, devices),
                  workload.file,
                  jobs_of(workload),
                  {.assumed = assumed_values(workload, devices), .set = {}, .assumed_as = assumed_groups(devices)}};
  add_assumed_of_power(problem, devices);
  for (const Instance& device : problem.fleet.devices) {
    problem.basis.issued = problem.basis.issued.empty() ? text(device.issue) : problem.basis.issued;
  }
  return problem;
}

Problem make_problem(const Workload& workload, const Device& device) {
  return make_problem(workload, std::span(&device, 1));
}

void prepare_sharing(Problem& problem, std::span<const Device> devices) {
  if (devices.size() != 1 || !devices.front().sm) {
    return;
  }
  Instance& instance = problem.fleet.devices.front();
  evaluate::prepare_sharing(instance, devices.front());
  problem.is_prepared = true;
  problem.prepared_for = std::make_shared<const Device>(devices.front());
  append(problem.notes, small_grid_notes(instance, problem.workload));
  std::set<std::string, std::less<>> kernels = named_kernels(instance, devices.front());
  std::erase_if(kernels, [&](const std::string& name) {
    return std::none_of(instance.kernels.begin(), instance.kernels.end(),
                        [&](const NamedKernel& kernel) { return kernel.name == name && kernel.law; });
  });
  if (kernels.empty()) {
    return;
  }
  kernels.insert(devices.front().probes.begin(), devices.front().probes.end());
  std::set<std::string> assumed(problem.basis.assumed.begin(), problem.basis.assumed.end());
  for (const std::string& path : assumed_of_sharing(devices.front(), kernels)) {
    if (assumed.insert(path).second) {
      problem.basis.assumed.push_back(path);
    }
  }
}

LowerBounds::LowerBounds(const Fleet& fleet, Objective objective, bool sharing)
    : exclusive_(evaluate::lower_bound(fleet, objective)) {
  if (sharing) {
    const Instance& instance = fleet.devices.front();
    shared_ = evaluate::shared_lower_bound(instance, objective);
    if (!instance.chip->mig.profiles.empty()) {
      partitioned_ = evaluate::shared_lower_bound(instance, objective, true);
    }
  }
}

std::optional<Millis> sharing_bound(Problem problem, const Workload& workload, std::span<const Device> devices,
                                    Objective objective) {
  if (!share::any_share(workload, devices)) {
    return std::nullopt;
  }
  if (!problem.is_prepared) {
    prepare_sharing(problem, devices);
  }
  return LowerBounds(problem.fleet, objective, true).of_sharing();
}

namespace {

/// Up to so many tasks every engine is asked, and all have to agree.
constexpr std::size_t kEveryEngineUpTo = 2048;

/// The searches' inner loop is held against what comes out as well.
void check_makespan(std::string_view engine, const Fleet& fleet, const Plan& plan, const Timeline& timeline) {
  evaluate::check_agreement(timeline.makespan, engine, evaluate::makespan(fleet, plan), "the search",
                            timeline.intervals.size());
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
