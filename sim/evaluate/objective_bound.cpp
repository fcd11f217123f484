#include "sim/evaluate/objective_bound.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/lower_bound.hpp"

namespace warpshop::evaluate {
namespace {

/// A task on one engine: what comes at least before its stage, on it, and after it.
struct Visit {
  std::uint32_t task = 0;
  Millis head{0}, work{0}, tail{0};
};

std::vector<Visit> visits(const Instance& instance, Stage stage) {
  std::vector<Visit> visits;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Job& job = instance.jobs[task];
    if (!job.has[index(stage)]) {
      continue;
    }
    Visit visit{.task = task, .head = job.release};
    const auto times = least_times(instance, job);
    for (const Stage other : kStages) {
      (other < stage ? visit.head : other == stage ? visit.work : visit.tail) += times[index(other)];
    }
    visits.push_back(visit);
  }
  return visits;
}

Millis one_engine(const Instance& instance, Objective objective, std::vector<Visit> visits) {
  const auto key = [&](const Visit& visit) {
    if (objective == Objective::lateness) {
      return instance.due_date(visit.task) - visit.tail;
    }
    // What takes no time goes first, whatever its weight.
    return visit.work > Millis{0} ? visit.work / instance.weight(visit.task) : Millis{0};
  };
  std::stable_sort(visits.begin(), visits.end(), [&](const Visit& a, const Visit& b) { return key(a) < key(b); });
  Millis time{std::numeric_limits<double>::infinity()};
  for (const Visit& visit : visits) {
    time = std::min(time, visit.head);
  }
  Costs costs(instance, objective);
  for (const Visit& visit : visits) {
    time += visit.work;
    costs.add(visit.task, time + visit.tail);
  }
  return costs.total();
}

}  // namespace

Millis lower_bound(const Instance& instance, Objective objective) {
  if (objective == Objective::makespan) {
    return lower_bound(instance);
  }
  Costs alone(instance, objective);
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const auto times = least_times(instance, instance.jobs[task]);
    alone.add(task, instance.jobs[task].release + times[0] + times[1] + times[2]);
  }
  Millis bound = alone.total();
  for (const Stage stage : kStages) {
    bound = std::max(bound, one_engine(instance, objective, visits(instance, stage)));
  }
  return bound;
}

}  // namespace warpshop::evaluate
