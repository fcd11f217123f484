#include "sim/evaluate/bounds/pairs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sim/evaluate/bounds/machines.hpp"

namespace warpshop::evaluate {
namespace {

bool visits_all_machines(const Job& job) {
  return job.occupies(Stage::h2d) && job.occupies(Stage::kernel) && job.occupies(Stage::d2h);
}

/// The machines of a pair, and the third.
std::array<std::size_t, 3> machines_of(MachinePair pair) {
  switch (pair) {
    case MachinePair::h2d_kernel:
      return {0, 1, 2};
    case MachinePair::kernel_d2h:
      return {1, 2, 0};
    default:
      return {0, 2, 1};
  }
}

}  // namespace

std::vector<std::uint32_t> johnson_sequence(std::span<const ShopTask> tasks, MachinePair pair) {
  std::vector<std::uint32_t> sequence(tasks.size());
  std::iota(sequence.begin(), sequence.end(), 0U);
  std::stable_sort(sequence.begin(), sequence.end(), [&](std::uint32_t a, std::uint32_t b) {
    const PairTask x = on_pair(tasks[a], pair);
    const PairTask y = on_pair(tasks[b], pair);
    const bool x_opens = x.first < x.second;
    const bool y_opens = y.first < y.second;
    if (x_opens != y_opens) {
      return x_opens;
    }
    return x_opens ? x.first + x.lag < y.first + y.lag : x.lag + x.second > y.lag + y.second;
  });
  return sequence;
}

double pair_makespan(std::span<const ShopTask> tasks, Machines count) {
  if (tasks.empty()) {
    return 0;
  }
  ShopTask least = tasks[0];
  for (const ShopTask& task : tasks) {
    for (std::size_t machine = 0; machine < 3; ++machine) {
      least[machine] = std::min(least[machine], task[machine]);
    }
  }
  double bound = 0;
  for (const MachinePair pair : kMachinePairs) {
    const auto [one, other, third] = machines_of(pair);
    if (!count[one] || !count[other]) {
      continue;
    }
    double first = 0;
    double second = 0;
    for (const std::uint32_t task : johnson_sequence(tasks, pair)) {
      const PairTask times = on_pair(tasks[task], pair);
      first += times.first;
      second = std::max(second, first + times.lag) + times.second;
    }
    bound = std::max(bound, second + (pair == MachinePair::h2d_d2h ? 0 : least[third]));
  }
  return bound;
}

ShopTask Relaxation::shop_task(const Job& job) const {
  const auto& [h2d, d2h] = job.copies;
  return {(1 - g) * h2d.payload.count() + (1 - c) * h2d.latency.count(), kernel * job.kernel.count(),
          (1 - c) * d2h.payload.count() + (1 - g) * d2h.latency.count()};
}

std::array<Relaxation, 4> relaxations(const DuplexRates& rates) {
  const double c = (1 - rates.h2d) / rates.d2h;
  const double g = (1 - rates.d2h) / rates.h2d;
  return {Relaxation{}, Relaxation{.g = 0, .c = c, .kernel = 1 - c}, Relaxation{.g = g, .c = 0, .kernel = 1 - g},
          Relaxation{.g = g, .c = c, .kernel = rates.h2d + rates.d2h - 1}};
}

Millis johnson_bound(const Instance& instance, Machines count) {
  std::vector<ShopTask> tasks;
  Millis release{std::numeric_limits<double>::infinity()};
  for (const Job& job : instance.jobs) {
    if (visits_all_machines(job)) {
      const auto times = least_times(instance, job);
      tasks.push_back({times[0].count(), times[1].count(), times[2].count()});
      release = std::min(release, job.release);
    }
  }
  return tasks.empty() ? Millis{0} : release + Millis{pair_makespan(tasks, count)};
}

Millis coupled_bound(const Instance& instance, Machines count) {
  if (instance.jobs.empty() || !all_coupled(instance)) {
    return Millis{0};
  }
  double h2d_payload = 0;
  double d2h_payload = 0;
  Millis release = instance.jobs[0].release;
  for (const Job& job : instance.jobs) {
    h2d_payload += job.copies[0].payload.count();
    d2h_payload += job.copies[1].payload.count();
    release = std::min(release, job.release);
  }
  double bound = 0;
  for (const Relaxation& relaxation : relaxations({.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]})) {
    std::vector<ShopTask> tasks;
    for (const Job& job : instance.jobs) {
      if (visits_all_machines(job)) {
        tasks.push_back(relaxation.shop_task(job));
      }
    }
    bound = std::max(bound, relaxation.at_once(h2d_payload, d2h_payload) + pair_makespan(tasks, count));
  }
  return release + Millis{bound};
}

}  // namespace warpshop::evaluate
