#include "sim/evaluate/bounds/shared_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"

namespace warpshop::evaluate {
namespace {

double largest_factor(const CorrectionCurve& curve) {
  double largest = curve.points().empty() ? 1 : 0;
  for (const RateCorrection& point : curve.points()) {
    largest = std::max(largest, point.factor);
  }
  return largest;
}

/// For how long a kernel keeps each resource busy at least, in milliseconds.
using Work = std::array<double, kSharedResources>;

/// What a kernel needs at least.
struct Needs {
  Work work{};
  double time = 0;  ///< from its start to its end, in milliseconds
};

/// Of a subtask, whoever is beside it.
Work least_work(const CoRunProfile& profile, std::size_t kernel) {
  Work least;
  least.fill(std::numeric_limits<double>::infinity());
  const auto take = [&](const CorrectedKernel& each, const CorrectionCurve& by_share = {}) {
    const double faster = largest_factor(each.by_ctas) * largest_factor(each.by_sms) * largest_factor(by_share);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      least[resource] = std::min(least[resource], each.law.demand[resource].count() / faster);
    }
  };
  take(profile.kernels[kernel]);
  for (const CorrectedPair& pair : profile.pairs) {
    if (pair.first == kernel || pair.second == kernel) {
      const std::size_t side = pair.first == kernel ? 0 : 1;
      take(pair.kernels[side], pair.by_share[side]);
    }
  }
  return least;
}

/// For how long the subtasks of a kernel with phases keep resources busy at least, of what they do at speed 1: Σ part /
/// speed, which is 1, but that slow phases may not count for the last ones, `last` at the most: see
/// SharingEngine::slowed_by_end().
double least_busy(const KernelPace* pace, double subtasks, double last) {
  if (pace == nullptr || pace->phases.empty()) {
    return 1;
  }
  const double first = std::max(0.0, 1 - last / subtasks);  // part of those before
  double from = 0;
  double busy = 0;
  for (const KernelPhase& phase : pace->phases) {
    const double to = from + phase.part;
    const double before = std::max(0.0, std::min(to, first) - from);
    busy += before / phase.speed + (phase.part - before) * std::min(1 / phase.speed, 1.0);
    from = to;
  }
  return busy;
}

/// Of a task's kernel: work of all SMs together; of one that shares its SMs with nobody, at all that they have to
/// themselves. Where it has some of them, others may move as much as the DRAM can.
Needs needs_of(const Instance& instance, std::uint32_t task) {
  Needs needs;
  if (!instance.jobs[task].has[index(Stage::kernel)]) {
    return needs;
  }
  const KernelOnSms kernel = kernel_on_sms(instance, task, KernelForm::persistent);
  if (!kernel.law) {
    needs.time = instance.jobs[task].kernel.count();
    needs.work.fill(needs.time);
    needs.work[index(SharedResource::dram)] = 0;
    return needs;
  }
  const KernelOnSms plain = kernel_on_sms(instance, task, KernelForm::plain);
  const Work of_subtask = least_work(*instance.co_run, *kernel.law);
  const auto sms = static_cast<double>(instance.chip->sm.count);
  const auto subtasks = static_cast<double>(kernel.subtasks);
  const double length = std::min(kernel.length, plain.length);
  const double faster =
      kernel.memory_bound ? fastest_beside_copies(instance.chip->interference.value_or(Interference{})) : 1;
  const double busy = least_busy(kernel.pace, subtasks, sms * kernel.per_sm);
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    needs.work[resource] = subtasks * length / sms * of_subtask[resource] / faster * busy;
  }
  // Beside others rounds may come to be staggered, and lose less at their end than alone: at best nothing of it.
  const auto kernels = std::count_if(instance.jobs.begin(), instance.jobs.end(),
                                     [](const Job& job) { return job.has[index(Stage::kernel)]; });
  const double rounds = subtasks / (sms * kernel.per_sm);
  const double full_rate = kernels > 1 && rounds > 1 ? rounds / std::ceil(rounds) : 1;
  const Millis alone = instance.jobs[task].kernel - kernel.launch;
  needs.time = (kernel.launch + alone * full_rate * (length / plain.length) / faster).count();
  return needs;
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

/// What the link takes for the payloads of a direction. Several share it as set_copy_rates() says.
Machine link_of(const Instance& instance, Direction direction) {
  const double most =
      std::max(fastest_rate(instance, direction, Memory::pinned), fastest_rate(instance, direction, Memory::pageable));
  Machine link;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Job& job = instance.jobs[task];
    const Copy& copy = job.copy(direction);
    if (copy.payload > Millis{0}) {
      Visit visit = visits(instance, job)[2 * index(direction)];
      visit.head += copy.latency;
      visit.work = copy.payload * instance.link_demand(task, direction) / most;
      link.add(visit);
    }
  }
  return link;
}

Millis partitioned_bound(const Instance& relaxed, Objective objective) {
  constexpr Machines kNone;
  if (objective != Objective::makespan) {
    return lower_bound(relaxed, objective, kNone);
  }
  const Instance released = released_by_chains(relaxed);
  return std::max({classical_bound(released, kNone), link_of(released, Direction::h2d).bound(),
                   link_of(released, Direction::d2h).bound()});
}

}  // namespace

Millis least_shared_time(const Instance& instance, std::uint32_t task) {
  return Millis{needs_of(instance, task).time};
}

Millis shared_lower_bound(const Instance& instance, Objective objective, bool partitions) {
  Instance relaxed = instance;
  const Interference beside = instance.chip ? instance.chip->interference.value_or(Interference{}) : Interference{};
  const std::array<double, 2> faster{std::max(1.0, beside.h2d_beside_kernel), std::max(1.0, beside.d2h_beside_kernel)};
  relaxed.families.clear();
  std::array<double, kSharedResources> busy{};
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Needs needs = needs_of(instance, task);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      busy[resource] += needs.work[resource];
    }
    Job& job = relaxed.jobs[task];
    job.kernel = Millis{needs.time};
    for (const std::size_t side : {0U, 1U}) {
      job.copies[side].payload /= faster[side];
    }
  }
  const Millis by_kernels{objective == Objective::makespan ? *std::max_element(busy.begin(), busy.end()) : 0};
  if (partitions) {
    return objective == Objective::makespan ? std::max(by_kernels, partitioned_bound(relaxed, objective))
                                            : partitioned_bound(relaxed, objective);
  }
  if (objective != Objective::makespan) {
    return lower_bound(relaxed, objective, kCopyEngines);
  }
  const Millis by_task = classical_bound(relaxed, kCopyEngines);
  with_alike_kernels(relaxed);
  return std::max({by_task, lower_bound(relaxed, objective, kCopyEngines), by_kernels});
}

}  // namespace warpshop::evaluate
