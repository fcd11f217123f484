#include "sim/evaluate/bounds/objective_bound.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/cost.hpp"

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

/// The instance without precedence, every task released when those that it comes after can have ended at the soonest.
Instance released_by_chains(Instance instance) {
  std::vector<std::vector<std::uint32_t>> successors(instance.size());
  std::vector<std::uint32_t> left(instance.size(), 0);
  for (const Precedence& pair : instance.precedence) {
    successors[pair.before].push_back(pair.after);
    ++left[pair.after];
  }
  std::vector<std::uint32_t> free;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (left[task] == 0) {
      free.push_back(task);
    }
  }
  while (!free.empty()) {
    const Job& job = instance.jobs[free.back()];
    const auto times = least_times(instance, job);
    const Millis end = job.release + times[0] + times[1] + times[2];
    const std::vector<std::uint32_t> next = std::move(successors[free.back()]);
    free.pop_back();
    for (const std::uint32_t task : next) {
      instance.jobs[task].release = std::max(instance.jobs[task].release, end);
      if (--left[task] == 0) {
        free.push_back(task);
      }
    }
  }
  instance.precedence.clear();
  return instance;
}

}  // namespace

Millis lower_bound(const Instance& instance, Objective objective) {
  if (!instance.precedence.empty()) {
    return lower_bound(released_by_chains(instance), objective);
  }
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
