#include "sim/model/split.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>

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

/// Numbers those that are used from 0 on, in their order.
template <class Number>
std::map<Number, Number> renumbered(const std::set<Number>& used) {
  std::map<Number, Number> numbers;
  for (const Number number : used) {
    numbers.emplace(number, static_cast<Number>(numbers.size()));
  }
  return numbers;
}

/// The kernels that the tasks of a part run, and how these run together.
void pick_kernels(const Instance& instance, Instance& part) {
  std::set<std::uint32_t> used;
  for (const KernelWork& work : part.work) {
    if (work.kernel != KernelWork::kNone) {
      used.insert(work.kernel);
    }
  }
  const std::map<std::uint32_t, std::uint32_t> kernels = renumbered(used);
  std::set<std::size_t> used_laws;
  for (const auto& [kernel, number] : kernels) {
    part.kernels.push_back(instance.kernels[kernel]);
    if (part.kernels.back().law) {
      used_laws.insert(*part.kernels.back().law);
    }
  }
  for (KernelWork& work : part.work) {
    work.kernel = work.kernel == KernelWork::kNone ? work.kernel : kernels.at(work.kernel);
  }
  if (!instance.co_run) {
    return;
  }
  const std::map<std::size_t, std::size_t> laws = renumbered(used_laws);
  part.co_run = CoRunProfile{.sms = instance.co_run->sms, .kernels = {}, .pairs = {}};
  for (const auto& [law, number] : laws) {
    part.co_run->kernels.push_back(instance.co_run->kernels[law]);
  }
  if (instance.co_run->context) {
    part.co_run->context = part.co_run->kernels.size();
    part.co_run->kernels.push_back(instance.co_run->kernels[*instance.co_run->context]);
  }
  for (NamedKernel& kernel : part.kernels) {
    kernel.law = kernel.law ? std::optional(laws.at(*kernel.law)) : std::nullopt;
  }
  for (const CorrectedPair& pair : instance.co_run->pairs) {
    if (laws.contains(pair.first) && laws.contains(pair.second)) {
      CorrectedPair& its = part.co_run->pairs.emplace_back(pair);
      its.first = laws.at(pair.first);
      its.second = laws.at(pair.second);
    }
  }
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
  part.programs = picked(instance.programs, tasks);
  part.weights = picked(instance.weights, tasks);
  part.due = picked(instance.due, tasks);
  part.families = picked(instance.families, tasks);
  part.family_setup = instance.family_setup;
  part.family_setup_range = instance.family_setup_range;
  part.patience = instance.patience;
  part.footprints = picked(instance.footprints, tasks);
  part.footprint_job = picked(instance.footprint_job, tasks);
  part.job_footprints = instance.job_footprints;
  part.memory = instance.memory;
  part.chip = instance.chip;
  part.work = picked(instance.work, tasks);
  part.paces = instance.paces;
  part.jitter_seed = instance.jitter_seed;
  pick_kernels(instance, part);
  part.link_demands = picked(instance.link_demands, tasks);
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

bool is_one_chain(const Instance& instance, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> slots(order.size());
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    slots[order[slot]] = slot;
  }
  std::vector<bool> waits(order.size());  // by slot: for the task in the one before
  for (const Precedence& each : instance.precedence) {
    waits[slots[each.after]] = waits[slots[each.after]] || slots[each.before] + 1 == slots[each.after];
  }
  return order.size() > 1 && std::all_of(waits.begin() + 1, waits.end(), [](bool waits_so) { return waits_so; });
}

std::vector<Instance> in_groups(const Instance& instance, std::span<const Order> groups) {
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
