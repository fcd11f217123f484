#include "sim/evaluate/events/shared/kernel_pacing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/model/kernel_pace.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::evaluate {

void KernelPacing::begin(KernelOnSms& kernel) {
  if (kernel.pace != nullptr && !kernel.pace->phases.empty()) {
    kernel.speed = kernel.pace->phases.front().speed;
  }
}

bool KernelPacing::end_phase(KernelOnSms& kernel, double now) {
  if (phase_ends_ > now) {
    return false;
  }
  kernel.speed = kernel.pace->phases[++phases_over_].speed;
  phase_ends_ = kNever;
  return true;
}

void KernelPacing::go_back(KernelOnSms& kernel, double left) {
  if (kernel.pace == nullptr || kernel.pace->phases.empty()) {
    return;
  }
  const auto& phases = kernel.pace->phases;
  const double done = 1 - left / static_cast<double>(kernel.subtasks);
  double part = 0;
  phases_over_ = 0;
  while (phases_over_ + 1 < phases.size() && part + phases[phases_over_].part <= done * (1 + kTieTolerance)) {
    part += phases[phases_over_++].part;
  }
  kernel.speed = phases[phases_over_].speed;
  phase_ends_ = kNever;
}

bool KernelPacing::wants_draw(const KernelOnSms& kernel, double now) const {
  return kernel.pace != nullptr && kernel.pace->jitter && interval_ends_ <= now;
}

void KernelPacing::draw(const KernelOnSms& kernel, std::uint64_t seed, std::size_t sms, double now,
                        Allowances& on_sms) {
  constexpr std::uint64_t kJitter = 4;  // beside what clients draw, see RequestSource
  constexpr double kTold = 1e-9;        // of an interval: it has ended where it is said to
  const Jitter& jitter = *kernel.pace->jitter;
  const stats::CounterDraws draws(seed, stats::owner_of(kernel.pace->owner), kJitter);
  const double every = jitter.every.count();
  const double interval = std::floor(now / every + kTold);
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    const double drawn = draws.unit(static_cast<std::uint64_t>(interval) * sms + sm);
    on_sms.set_jitter(sm, 1 + std::sqrt(3.0) * jitter.deviation * (2 * drawn - 1));
  }
  interval_ends_ = std::max((interval + 1) * every, std::nextafter(now, kNever));
}

double KernelPacing::next(const KernelOnSms& kernel, double left, double rate, double now) {
  const auto& phases = kernel.pace->phases;
  if (phases_over_ + 1 < phases.size()) {
    const double part = std::accumulate(phases.begin(), phases.begin() + static_cast<std::ptrdiff_t>(phases_over_) + 1,
                                        0.0, [](double sum, const KernelPhase& phase) { return sum + phase.part; });
    const double of_phase = left - (1 - part) * static_cast<double>(kernel.subtasks);
    phase_ends_ = kNever;
    if (rate > 0) {
      phase_ends_ = std::max(now + of_phase / rate, std::nextafter(now, kNever));
    }
  }
  return std::min(phase_ends_, kernel.pace->jitter ? interval_ends_ : kNever);
}

}  // namespace warpshop::evaluate
