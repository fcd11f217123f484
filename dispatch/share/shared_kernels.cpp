#include "dispatch/share/shared_kernels.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dispatch/share/plain_kernel.hpp"
#include "dispatch/share/stall_watch.hpp"
#include "sim/model/error.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kBsusAhead = 64;  // most that two kernels have on an SM

}  // namespace

SharedKernels::SharedKernels(const gpu::Device& device, const Instance& instance, const Share& share,
                             std::span<const SharedTask> tasks)
    : device_(device),
      instance_(instance),
      share_(share),
      tasks_(tasks),
      controller_(share.start(instance, share)),
      bsus_(device, kBsusAhead),
      counters_(device, tasks.size()),
      kernels_(tasks.size()) {}

template <class Call>
void SharedKernels::during(std::uint32_t task, const Call& call) const {
  try {
    call();
  } catch (const DeviceError& error) {
    throw error.during(fmt::format("task {}, {}", tasks_[task].name, name(Stage::kernel)));
  }
}

void SharedKernels::arrive(std::uint32_t task) {
  ready_.push_back(task);
  changed_ = true;
}

std::vector<std::uint32_t> SharedKernels::look() {
  std::vector<std::uint32_t> over;
  for (const std::uint32_t task : given_) {
    LaunchedKernel& kernel = *kernels_[task];
    during(task, [&] {
      const LaunchedKernel::Left left = kernel.look();
      changed_ = changed_ || left.told || (left.untold && share_.tells_when_left);
      deals_ = deals_ || left.told || left.untold;
    });
    if (kernel.over()) {
      changed_ = true;
      over.push_back(task);
    }
  }
  if (!over.empty()) {
    std::erase_if(given_, [&](std::uint32_t task) { return kernels_[task]->over(); });
  }
  return over;
}

bool SharedKernels::decide(Millis now) {
  if (changed_ || now >= wake_at_) {
    ask_controller(now);
  }
  if (std::exchange(deals_, false)) {
    deal();
  }
  return !changed_;
}

bool SharedKernels::any_works() const {
  return std::any_of(given_.begin(), given_.end(), [&](std::uint32_t task) { return kernels_[task]->works(); });
}

std::uint64_t SharedKernels::seen() const {
  return std::accumulate(given_.begin(), given_.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, std::uint32_t task) { return sum + kernels_[task]->seen(); });
}

Millis SharedKernels::under_way() const {
  return std::accumulate(given_.begin(), given_.end(), Millis{0},
                         [&](Millis sum, std::uint32_t task) { return sum + instance_.jobs[task].kernel; });
}

/// A CTA leaves at the end of a subtask, which takes no longer than its kernel does.
void SharedKernels::check_leaving() const {
  for (const std::uint32_t task : given_) {
    const std::optional<Millis> since = kernels_[task]->leaving_since();
    const Millis took = device_.driver().now() - since.value_or(Millis{0});
    if (since && took > StallWatch::patience(instance_.jobs[task].kernel)) {
      device_.abandon(
          fmt::format("task {}, kernel: CTAs that were told to leave {:.1f} s ago have not: it never yields, "
                      "or what it was told is lost",
                      tasks_[task].name, std::chrono::duration<double>(took).count()));
    }
  }
}

void SharedKernels::ask_controller(Millis now) {
  changed_ = false;
  if (share_.has_levels) {
    issued_.clear();
    for (const std::uint32_t task : std::vector<std::uint32_t>(ready_)) {
      answer(task, all_on(0, static_cast<std::uint32_t>(instance_.chip->sm.count)));
    }
    return;
  }
  share::RunningKernels running([this] {
    std::vector<share::Running> kernels;
    kernels.reserve(given_.size());
    for (const std::uint32_t task : given_) {
      kernels.push_back(kernels_[task]->running(task));
    }
    return kernels;
  });
  const share::Decision decision = controller_(
      {.now = now, .ready = ready_, .running = std::move(running), .issued = std::exchange(issued_, {}), .ended = {}});
  if (!decision.allowances.empty() || decision.speed != 1 ||
      decision.leaving.value_or(Leaving::drain) != Leaving::drain) {
    throw std::logic_error("policy " + share_.policy + " asks the device for what it cannot grant");
  }
  wake_at_ = decision.wake_at;
  deals_ = true;
  for (const bool gives : {false, true}) {  // those that give all back first
    for (const auto& [task, asked] : decision.allocations) {
      if (asked.empty() != gives) {
        answer(task, asked);
      }
    }
  }
}

void SharedKernels::answer(std::uint32_t task, const Allocation& asked) {
  during(task, [&] {
    if (!kernels_[task]) {
      if (asked.empty()) {
        return;
      }
      kernels_[task] = launched(task);
      given_.push_back(task);
      std::erase(ready_, task);
    }
    kernels_[task]->ask(asked);
  });
}

std::unique_ptr<LaunchedKernel> SharedKernels::launched(std::uint32_t task) {
  const KernelLaunch& launch = *tasks_[task].kernel;
  if (share_.form == KernelForm::persistent) {
    return std::make_unique<BsuKernel>(device_, bsus_, counters_.next(), launch, needs_of(task), plan_);
  }
  return std::make_unique<PlainKernel>(bsus_, launch, plan_, priority_of(task));
}

/// Of a device that has fewer, those above are as high as each other.
int SharedKernels::priority_of(std::uint32_t task) const {
  const int level = share_.levels.empty() ? 0 : static_cast<int>(share_.levels[task]);
  return std::min(level, device_.properties().priorities - 1);
}

/// What the profile says of its CTAs; where it does not, what the device says.
CtaNeeds SharedKernels::needs_of(std::uint32_t task) const {
  const gpu::Code& code = tasks_[task].kernel->code;
  const SmModel& sm = instance_.chip->sm;
  const gpu::Resources resources = device_.resources(code, gpu::Form::persistent);
  CtaResources cta{.threads = resources.threads,
                   .registers = resources.registers_per_thread,
                   .shared_memory = resources.shared_memory,
                   .per_sm = resources.ctas_per_sm};
  const std::uint32_t kernel = instance_.work.empty() ? KernelWork::kNone : instance_.work[task].kernel;
  if (kernel != KernelWork::kNone && instance_.kernels[kernel].model.cta) {
    cta = *instance_.kernels[kernel].model.cta;
  }
  const std::int64_t per_sm = std::min({cta.per_sm, most_ctas_per_sm(sm, cta), std::int64_t{resources.ctas_per_sm}});
  if (per_sm < 1) {
    throw DeviceError("not one CTA of kernel " + std::string(code.name) + " fits an SM");
  }
  return {.cta = resources_of_cta(sm, cta), .per_sm = static_cast<std::uint32_t>(per_sm)};
}

/// To kernels in the order in which they were first given anything; on an SM to none before those ahead of it have all
/// that they ask for there.
void SharedKernels::deal() {
  SmRoom room(instance_.chip->sm);
  Allocation kept;
  for (const std::uint32_t task : given_) {
    kernels_[task]->occupy(room);
  }
  for (const std::uint32_t task : given_) {
    during(task, [&] { kernels_[task]->deal(room, kept); });
  }
}

}  // namespace warpshop::dispatch
