#include "sim/evaluate/prepare_sharing.hpp"

#include <map>
#include <utility>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"

namespace warpshop::evaluate {
namespace {

/// More than any SM holds: the kernel's own limit counts.
constexpr std::uint32_t kAsManyAsFit = 1U << 20;

share::Controller everything(const Instance& instance, const Share& /*share*/) {
  const auto sms = static_cast<std::uint32_t>(instance.chip->sm.count);
  return [sms](const share::Observation& seen) {
    share::Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.push_back({task, {{.first = 0, .sms = sms, .ctas = kAsManyAsFit}}});
    }
    return decision;
  };
}

/// What a kernel's work takes by its curves, launch excluded, when it is alone.
Millis alone_by_curves(const Instance& instance, const KernelWork& work) {
  Instance one;
  one.chip = instance.chip;
  one.kernels = instance.kernels;
  one.kernels[work.kernel].model.invocation = Millis{0};
  one.co_run = instance.co_run;
  one.work = {work};
  one.work.front().length = 1;
  one.jobs.emplace_back();
  one.jobs.front().has = {false, true, false};
  one.jobs.front().kernel = Millis{1};
  const Plan plan{.order = {0}, .share = leftover_share()};
  return shared_timeline(one, plan).makespan;
}

}  // namespace

Share leftover_share() {
  return {.policy = "leftover", .form = KernelForm::plain, .start = everything};
}

void prepare_sharing(Instance& instance, const Device& device) {
  if (!device.sm || instance.kernels.empty()) {
    return;
  }
  Device with_own = device;
  for (const NamedKernel& kernel : instance.kernels) {
    with_own.kernels.insert_or_assign(kernel.name, kernel.model);
  }
  const CoRunModel model(with_own);
  instance.co_run = model.profile();
  for (NamedKernel& kernel : instance.kernels) {
    kernel.law = kernel.model.cta ? model.find(kernel.name) : std::nullopt;
  }
  std::map<std::pair<std::uint32_t, std::int64_t>, Millis> alone;
  for (std::size_t task = 0; task < instance.work.size(); ++task) {
    KernelWork& work = instance.work[task];
    if (work.kernel == KernelWork::kNone || work.subtasks < 1 || !instance.kernels[work.kernel].law) {
      continue;
    }
    const auto [known, is_new] = alone.try_emplace({work.kernel, work.subtasks});
    if (is_new) {
      known->second = alone_by_curves(instance, work);
    }
    const Millis launch = instance.kernels[work.kernel].model.invocation.value_or(Millis{0});
    work.length = (instance.jobs[task].kernel - launch) / known->second;
  }
}

}  // namespace warpshop::evaluate
