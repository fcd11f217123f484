#include "sim/split/split_policies.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace warpshop::split {
namespace {

constexpr double kStableVariance = 5e-5;

/// Iterations of the first step: one for each of the two at least.
std::int64_t first_step(const SplitJob& job, const SplitSettings& settings) {
  return std::max<std::int64_t>(job.all() / settings.start_part, 2);
}

/// By what has been measured; 1:1 before anything was.
double share(const SplitJob& job) {
  return job.measured_share().value_or(0.5);
}

void one_split(SplitJob& job, const SplitSettings& settings) {
  job.work(job.left(), settings.static_share);
}

void quick(SplitJob& job, const SplitSettings& settings) {
  job.profile(first_step(job, settings), 0.5);
  if (job.left() > 0) {
    job.work(job.left(), share(job));
  }
}

void chunks(SplitJob& job, const SplitSettings& settings) {
  const std::int64_t chunk = std::max(settings.chunk, (job.all() + kMostChunks - 1) / kMostChunks);
  job.profile(chunk, 0.5);
  while (job.left() > 0) {
    job.work(chunk, share(job));
  }
}

/// Steps that double until shares of so many pairs of steps, one after the other, agree, or little is left.
void cap_until(SplitJob& job, const SplitSettings& settings, int agreements) {
  std::int64_t step = first_step(job, settings);
  double last = 0.5;
  job.profile(step, last);
  int agreed = 0;
  while (job.left() > 0) {
    const double next = share(job);
    const double half_apart = (last - next) / 2;
    agreed = half_apart * half_apart < kStableVariance ? agreed + 1 : 0;
    if (agreed == agreements || 4 * step > job.left()) {
      job.work(job.left(), next);
      return;
    }
    step *= 2;
    job.profile(step, next);
    last = next;
  }
}

void cap(SplitJob& job, const SplitSettings& settings) {
  cap_until(job, settings, 1);
}

void confirm(SplitJob& job, const SplitSettings& settings) {
  cap_until(job, settings, 2);
}

/// What a side did of a step, in ms.
struct SideTime {
  double iterations = 0, time = 0;
};

/// A side's time as a line through its times in two steps, t = start + slope n; neither is below 0. Where these say
/// nothing of the two, all of the second is slope.
struct SideLine {
  double start = 0, slope = 0;

  SideLine(const SideTime& first, const SideTime& second) {
    const double more = second.iterations - first.iterations;
    slope = more == 0 ? 0 : (second.time - first.time) / more;
    start = second.time - slope * second.iterations;
    if (!(slope > 0 && start >= 0 && first.iterations > 0)) {
      slope = second.time / second.iterations;
      start = 0;
    }
  }
};

SideTime cpu_of(const SplitStep& step) {
  return {static_cast<double>(step.parts.cpu), step.times.cpu.count()};
}

SideTime gpu_of(const SplitStep& step) {
  return {static_cast<double>(step.parts.gpu), step.times.gpu.count()};
}

void affine(SplitJob& job, const SplitSettings& settings) {
  const std::int64_t step = first_step(job, settings);
  job.profile(step, 0.5);
  if (job.left() > 0) {
    job.profile(2 * step, share(job));
  }
  if (job.left() == 0) {
    return;
  }
  const SplitStep& first = job.done().steps[0];
  const SplitStep& second = job.done().steps[1];
  if (second.parts.gpu == 0 || second.parts.cpu == 0 || second.times.both() == Millis{0}) {
    job.work(job.left(), share(job));
    return;
  }
  const SideLine gpu(gpu_of(first), gpu_of(second));
  const SideLine cpu(cpu_of(first), cpu_of(second));
  // gpu.start + gpu.slope n = cpu.start + cpu.slope (left - n)
  const double n = (cpu.start - gpu.start + cpu.slope * static_cast<double>(job.left())) / (gpu.slope + cpu.slope);
  job.finish(std::llround(std::clamp(n, 0.0, static_cast<double>(job.left()))));
}

constexpr std::array<SplitPolicy, 6> kPolicies{{
    {"static", "one split, 1:1 unless --static-share says another", one_split},
    {"quick", "a first step 1:1, the rest by the rates measured in it", quick},
    {"split", "chunks of 1024, each by the rates of the one before", chunks},
    {"cap", "steps that double until the share is stable, then the rest by it", cap},
    {"confirm", "cap that wants the share stable twice in a row (ours)", confirm},
    {"affine", "two steps, a line through each side's times, the rest so that both end together (ours)", affine},
}};

}  // namespace

std::span<const SplitPolicy> split_policies() {
  return kPolicies;
}

const SplitPolicy* find_split_policy(std::string_view name) {
  const auto* found =
      std::find_if(kPolicies.begin(), kPolicies.end(), [&](const SplitPolicy& policy) { return policy.name == name; });
  return found == kPolicies.end() ? nullptr : &*found;
}

SplitRun run(const SplitPolicy& policy, std::int64_t iterations, const SplitSettings& settings,
             const Machine& machine) {
  SplitJob job(iterations, machine);
  policy.run(job, settings);
  assert(job.left() == 0);
  return job.done();
}

}  // namespace warpshop::split
