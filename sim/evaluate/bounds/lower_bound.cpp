#include "sim/evaluate/bounds/lower_bound.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/bounds/pairs.hpp"
#include "sim/evaluate/cost.hpp"

namespace warpshop::evaluate {
namespace {

/// When a task alone ends.
Millis end_alone(const Instance& instance, const Job& job) {
  const Visit d2h = visits(instance, job)[2];
  return d2h.head + d2h.work;
}

Millis tasks_alone(const Instance& instance, Objective objective) {
  Costs costs(instance, objective);
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    costs.add(task, end_alone(instance, instance.jobs[task]));
  }
  return costs.total();
}

Millis machine_alone(const Instance& instance, Objective objective, Stage stage) {
  std::vector<std::pair<std::uint32_t, Visit>> sequence;
  Machine machine;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (instance.jobs[task].occupies(stage)) {
      sequence.emplace_back(task, visits(instance, instance.jobs[task])[index(stage)]);
      machine.add(sequence.back().second);
    }
  }
  const auto key = [&](const auto& entry) {
    const auto& [task, visit] = entry;
    if (objective == Objective::lateness) {
      return instance.due_date(task) - visit.tail;
    }
    // What takes no time goes first, whatever its weight.
    return visit.work > Millis{0} ? visit.work / instance.weight(task) : Millis{0};
  };
  std::stable_sort(sequence.begin(), sequence.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  Millis time = machine.head;
  Costs costs(instance, objective);
  for (const auto& [task, visit] : sequence) {
    time += visit.work;
    costs.add(task, time + visit.tail);
  }
  return costs.total();
}

/// A host thread may be done with its work for a task before the task is released by a chain.
Instance without_hosts(Instance instance) {
  instance.issue.one_thread = false;
  return instance;
}

}  // namespace

Instance released_by_chains(Instance instance) {
  std::vector<std::vector<Precedence>> successors(instance.size());
  std::vector<std::uint32_t> left(instance.size(), 0);
  for (const Precedence& pair : instance.precedence) {
    successors[pair.before].push_back(pair);
    ++left[pair.after];
  }
  std::vector<std::uint32_t> free;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (left[task] == 0) {
      free.push_back(task);
    }
  }
  while (!free.empty()) {
    const Millis end = end_alone(instance, instance.jobs[free.back()]);
    const std::vector<Precedence> next = std::move(successors[free.back()]);
    free.pop_back();
    for (const Precedence& pair : next) {
      instance.jobs[pair.after].release = std::max(instance.jobs[pair.after].release, end + pair.lag);
      if (--left[pair.after] == 0) {
        free.push_back(pair.after);
      }
    }
  }
  instance.precedence.clear();
  return instance;
}

Millis lower_bound(const Instance& instance, Objective objective, Machines count) {
  if (!instance.precedence.empty()) {
    const Millis released = lower_bound(released_by_chains(without_hosts(instance)), objective, count);
    return objective == Objective::makespan ? std::max(released, host_bound(instance)) : released;
  }
  if (objective == Objective::makespan) {
    return std::max({classical_bound(instance, count), johnson_bound(instance, count), exclusive_bound(instance),
                     overlap_bound(instance), duplex_bound(instance), coupled_bound(instance, count),
                     host_bound(instance)});
  }
  Millis bound = tasks_alone(instance, objective);
  for (const Stage stage : kStages) {
    bound = count[index(stage)] ? std::max(bound, machine_alone(instance, objective, stage)) : bound;
  }
  return bound;
}

}  // namespace warpshop::evaluate
