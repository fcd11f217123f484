#include "sim/evaluate/prepare_sharing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/events/shared/last_round.hpp"
#include "sim/evaluate/rates/cta_context.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"

namespace warpshop::evaluate {
namespace {

/// What kernels that tasks describe have in common where their laws differ in the unit of rates alone, which
/// KernelWork::length takes up: what limits them, how many CTAs an SM holds, and what they say that they use.
using ShapeOfCurve = std::tuple<std::optional<Category>, std::int64_t, KernelUse>;

ShapeOfCurve shape_of_curve(const NamedKernel& kernel) {
  return {kernel.model.category, kernel.model.cta ? kernel.model.cta->per_sm : 0, kernel.model.use};
}

/// The device without the kernels that no task calls, but its probes, and without what was measured beside them: a
/// profile may have every pair of many kernels, and none that is not there changes the laws of the others.
Device measured_of(const Instance& instance, const Device& device) {
  std::set<std::string_view> wanted(device.probes.begin(), device.probes.end());
  for (const NamedKernel& kernel : instance.kernels) {
    wanted.insert(kernel.name);
  }
  Device measured = device;
  std::erase_if(measured.kernels, [&](const auto& kernel) { return !wanted.contains(kernel.first); });
  std::erase_if(measured.co_run, [&](const CoRunPoint& point) {
    return !wanted.contains(point.kernels[0]) || !wanted.contains(point.kernels[1]);
  });
  return measured;
}

/// Instance::co_run and NamedKernel::law. Of kernels that tasks describe one of each shape is fitted, the others are
/// copies of it, so that a thousand of them cost no more than the few shapes that there are. Returns by kernel which it
/// is a copy of, itself if none.
std::vector<std::size_t> fit_laws(Instance& instance, const Device& device) {
  Device with_own = measured_of(instance, device);
  std::vector<std::size_t> same_as;
  std::map<ShapeOfCurve, std::size_t> first_of;
  for (std::size_t number = 0; number < instance.kernels.size(); ++number) {
    const NamedKernel& kernel = instance.kernels[number];
    const bool is_own = device.kernels.find(kernel.name) == device.kernels.end();
    same_as.push_back(is_own ? first_of.try_emplace(shape_of_curve(kernel), number).first->second : number);
    if (same_as.back() == number) {
      with_own.kernels.insert_or_assign(kernel.name, kernel.model);
    }
  }
  const CoRunModel model(with_own);
  CoRunProfile profile = model.profile();
  for (std::size_t number = 0; number < instance.kernels.size(); ++number) {
    NamedKernel& kernel = instance.kernels[number];
    kernel.law = kernel.model.cta ? model.find(instance.kernels[same_as[number]].name) : std::nullopt;
    if (kernel.law && same_as[number] != number) {
      const CorrectedKernel law = profile.kernels[*kernel.law];
      kernel.law = profile.kernels.size();
      profile.kernels.push_back(law);
    }
  }
  instance.co_run = std::move(profile);
  return same_as;
}

/// Instance::link_demands.
std::vector<std::array<double, 2>> link_demands(const Instance& instance, const Device& device) {
  std::vector<std::array<double, 2>> demands;
  demands.reserve(instance.size());
  for (const Job& job : instance.jobs) {
    std::array<double, 2>& own = demands.emplace_back(std::array{1.0, 1.0});
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::size_t side = index(direction);
      const TransferModel& transfer = device.transfer(job.memory[side], direction);
      const double most = std::max(device.transfer(Memory::pinned, direction).sustained().value,
                                   device.transfer(Memory::pageable, direction).sustained().value);
      if (job.copies[side].payload > Millis{0} && transfer.sustained().value > 0) {
        own[side] = std::min(1.0, transfer.alone_for(job.copies[side].payload).value / most);
      }
    }
  }
  return demands;
}

}  // namespace

void prepare_sharing(Instance& instance, const Device& device) {
  instance.link_demands = link_demands(instance, device);
  if (!device.sm || instance.kernels.empty()) {
    return;
  }
  const std::vector<std::size_t> same_as = fit_laws(instance, device);
  if (device.memory_bandwidth) {
    instance.co_run->context = instance.co_run->kernels.size();
    instance.co_run->kernels.push_back(moving_context(device.sm->count, *device.memory_bandwidth));
  }
  std::map<std::tuple<std::size_t, std::int64_t, std::uint32_t>, Millis> alone;
  for (std::size_t task = 0; task < instance.work.size(); ++task) {
    KernelWork& work = instance.work[task];
    if (work.kernel == KernelWork::kNone || work.subtasks < 1 || !instance.kernels[work.kernel].law) {
      continue;
    }
    work.length = 1;
    const auto [known, is_new] = alone.try_emplace({same_as[work.kernel], work.subtasks, work.pace});
    if (is_new) {
      const auto number = static_cast<std::uint32_t>(task);
      known->second = lone_time(instance, kernel_on_sms(instance, number, KernelForm::plain));
    }
    const Millis launch = instance.kernels[work.kernel].model.invocation.value_or(Millis{0});
    work.length = (instance.jobs[task].kernel - launch) / known->second;
  }
}

}  // namespace warpshop::evaluate
