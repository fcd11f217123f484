#include "sim/evaluate/bounds/shared_bound.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/events/shared/kernel_on_sms.hpp"

namespace warpshop::evaluate {
namespace {

double largest_factor(const std::vector<RateCorrection>& curve) {
  double largest = curve.empty() ? 1 : 0;
  for (const RateCorrection& point : curve) {
    largest = std::max(largest, point.factor);
  }
  return largest;
}

/// What a subtask needs at least of every resource.
std::array<double, kSharedResources> least_needs(const CoRunProfile& profile, std::size_t kernel) {
  std::array<double, kSharedResources> least{};
  least.fill(std::numeric_limits<double>::infinity());
  const auto take = [&](const CorrectedKernel& each) {
    const double faster = largest_factor(each.by_ctas) * largest_factor(each.by_sms);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      least[resource] = std::min(least[resource], each.law.demand[resource].count() / faster);
    }
  };
  take(profile.kernels[kernel]);
  for (const CorrectedPair& pair : profile.pairs) {
    if (pair.first == kernel || pair.second == kernel) {
      take(pair.kernels[pair.first == kernel ? 0 : 1]);
    }
  }
  return least;
}

/// Milliseconds that all SMs work at a resource for a task at least; of one that shares its SMs with nobody, at all
/// that they have to themselves. Where it has some of them, others may move as much as the DRAM can.
std::array<double, kSharedResources> work_of(const Instance& instance, std::uint32_t task) {
  std::array<double, kSharedResources> work{};
  if (!instance.jobs[task].has[index(Stage::kernel)]) {
    return work;
  }
  const KernelOnSms kernel = kernel_on_sms(instance, task, KernelForm::persistent);
  if (!kernel.law) {
    work.fill(instance.jobs[task].kernel.count());
    work[index(SharedResource::dram)] = 0;
    return work;
  }
  const KernelOnSms plain = kernel_on_sms(instance, task, KernelForm::plain);
  const std::array<double, kSharedResources> needs = least_needs(*instance.co_run, *kernel.law);
  const double subtasks = static_cast<double>(kernel.subtasks) * std::min(kernel.length, plain.length) /
                          static_cast<double>(instance.chip->sm.count);
  const Interference beside = instance.chip->interference.value_or(Interference{});
  const double faster = kernel.memory_bound ? std::max({1.0, beside.kernel_beside_h2d, beside.kernel_beside_d2h,
                                                        beside.kernel_beside_h2d * beside.kernel_beside_d2h})
                                            : 1;
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    work[resource] = subtasks * needs[resource] / faster;
  }
  return work;
}

/// Every kernel as short as the shortest: the bounds by pairs of machines hold where tasks do not pass each other,
/// which they do between the copy engines if one kernel lasts longer than another that it shares with, but gain nothing
/// by if all last as long.
void with_alike_kernels(Instance& instance) {
  Millis shortest{std::numeric_limits<double>::infinity()};
  const auto all = [](const Job& job) { return job.has[0] && job.has[1] && job.has[2]; };
  for (const Job& job : instance.jobs) {
    shortest = all(job) ? std::min(shortest, job.kernel) : shortest;
  }
  for (Job& job : instance.jobs) {
    job.kernel = all(job) ? shortest : job.kernel;
  }
}

}  // namespace

Millis least_shared_time(const Instance& instance, std::uint32_t task) {
  const std::array<double, kSharedResources> work = work_of(instance, task);
  return Millis{*std::max_element(work.begin(), work.end())};
}

Millis shared_lower_bound(const Instance& instance, Objective objective) {
  Instance relaxed = instance;
  const Interference beside = instance.chip ? instance.chip->interference.value_or(Interference{}) : Interference{};
  const std::array<double, 2> faster{std::max(1.0, beside.h2d_beside_kernel), std::max(1.0, beside.d2h_beside_kernel)};
  relaxed.families.clear();
  std::array<double, kSharedResources> busy{};
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const std::array<double, kSharedResources> work = work_of(instance, task);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      busy[resource] += work[resource];
    }
    Job& job = relaxed.jobs[task];
    job.kernel = Millis{*std::max_element(work.begin(), work.end())};
    for (const std::size_t side : {0U, 1U}) {
      job.copies[side].payload /= faster[side];
    }
  }
  if (objective != Objective::makespan) {
    return lower_bound(relaxed, objective, kCopyEngines);
  }
  const Millis by_task = classical_bound(relaxed, kCopyEngines);
  with_alike_kernels(relaxed);
  return std::max(
      {by_task, lower_bound(relaxed, objective, kCopyEngines), Millis{*std::max_element(busy.begin(), busy.end())}});
}

}  // namespace warpshop::evaluate
