#include "sim/evaluate/events/shared/kernel_pacing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/model/kernel_pace.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::evaluate {

void KernelPacing::begin(KernelOnSms& kernel) {
  if (has_phases(kernel)) {
    kernel.speed = kernel.pace->phases.front().speed;
  }
}

bool KernelPacing::end_phase(KernelOnSms& kernel, double now) {
  if (!phase_ends(now)) {
    return false;
  }
  kernel.speed = kernel.pace->phases[++phases_over_].speed;
  phase_ends_ = kNever;
  return true;
}

void KernelPacing::go_back(KernelOnSms& kernel, double left) {
  if (!has_phases(kernel)) {
    return;
  }
  phases_over_ = 0;
  while (has_phase_ahead(kernel) && left <= after_phase(kernel) * (1 + kTieTolerance)) {
    ++phases_over_;
  }
  kernel.speed = kernel.pace->phases[phases_over_].speed;
  phase_ends_ = kNever;
}

double KernelPacing::after_phase(const KernelOnSms& kernel) const {
  const auto& phases = kernel.pace->phases;
  return std::accumulate(phases.begin() + static_cast<std::ptrdiff_t>(phases_over_) + 1, phases.end(), 0.0,
                         [](double sum, const KernelPhase& phase) { return sum + phase.part; }) *
         static_cast<double>(kernel.subtasks);
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
  phase_ends_ = phase_lasts_ = kNever;
  if (has_phase_ahead(kernel) && rate > 0) {
    phase_lasts_ = std::max((left - after_phase(kernel)) / rate, 0.0);
    phase_ends_ = std::max(now + phase_lasts_, std::nextafter(now, kNever));
  }
  return std::min(phase_ends_, kernel.pace->jitter ? interval_ends_ : kNever);
}

}  // namespace warpshop::evaluate
