#include "sim/model/split.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "sim/model/fingerprint.hpp"

namespace warpshop {
namespace {

template <class Value>
std::vector<Value> picked(const std::vector<Value>& by_task, const Order& tasks) {
  std::vector<Value> values;
  if (!by_task.empty()) {
    values.reserve(tasks.size());
    for (const std::uint32_t task : tasks) {
      values.push_back(by_task[task]);
    }
  }
  return values;
}

/// The tasks of a part, without their precedence.
Instance tasks_of(const Instance& instance, const Order& tasks) {
  Instance part;
  part.jobs = picked(instance.jobs, tasks);
  part.rates = instance.rates;
  part.dma_engines = instance.dma_engines;
  part.gaps = instance.gaps;
  part.issue = instance.issue;
  part.host = picked(instance.host, tasks);
  part.weights = picked(instance.weights, tasks);
  part.due = picked(instance.due, tasks);
  part.families = picked(instance.families, tasks);
  part.family_setup = instance.family_setup;
  part.footprints = picked(instance.footprints, tasks);
  part.footprint_job = picked(instance.footprint_job, tasks);
  part.job_footprints = instance.job_footprints;
  part.memory = instance.memory;
  part.chip = instance.chip;
  part.kernels = instance.kernels;
  part.work = picked(instance.work, tasks);
  part.co_run = instance.co_run;
  part.power = instance.power;
  part.fingerprint = instance.fingerprint;
  for (const std::uint32_t task : tasks) {
    part.fingerprint = mixed(part.fingerprint, task);
  }
  return part;
}

/// Where a task is.
struct Place {
  std::size_t group = 0;
  std::uint32_t position = 0;
};

}  // namespace

std::vector<Order> connected_tasks(const Instance& instance) {
  return connected_tasks(instance.size(), instance.precedence);
}

std::vector<Order> connected_tasks(std::size_t tasks, std::span<const Precedence> precedence) {
  std::vector<std::uint32_t> root(tasks);
  std::iota(root.begin(), root.end(), 0U);
  const auto find = [&](std::uint32_t task) {
    while (root[task] != task) {
      task = root[task] = root[root[task]];
    }
    return task;
  };
  for (const Precedence& pair : precedence) {
    const auto [first, second] = std::minmax({find(pair.before), find(pair.after)});
    root[second] = first;
  }
  std::vector<Order> groups;
  std::vector<std::size_t> group_of(tasks);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    const std::uint32_t first = find(task);
    if (first == task) {
      group_of[task] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[first]].push_back(task);
  }
  return groups;
}

std::vector<Instance> split(const Instance& instance, std::span<const Order> groups) {
  std::vector<Instance> parts;
  parts.reserve(groups.size());
  for (const Order& tasks : groups) {
    parts.push_back(tasks_of(instance, tasks));
  }
  if (instance.precedence.empty()) {
    return parts;
  }
  std::vector<Place> places(instance.size(), Place{.group = groups.size()});
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::uint32_t position = 0; position < groups[group].size(); ++position) {
      places[groups[group][position]] = {group, position};
    }
  }
  for (const Precedence& pair : instance.precedence) {
    const Place& before = places[pair.before];
    const Place& after = places[pair.after];
    if (before.group == after.group && before.group < groups.size()) {
      parts[before.group].precedence.push_back({before.position, after.position, pair.lag, pair.by_host});
    }
  }
  return parts;
}

}  // namespace warpshop
