#include "sim/split/machine_model.hpp"

#include <cmath>
#include <utility>

#include "sim/stats/counter_draws.hpp"
#include "sim/stats/normal_draw.hpp"

namespace warpshop::split {
namespace {

/// Of the normal distribution, by its place.
double normal(const stats::CounterDraws& draws, std::uint64_t place) {
  return stats::normal_of(draws.exponential(2 * place), draws.unit(2 * place + 1));
}

}  // namespace

Millis CpuModel::time(std::int64_t iterations) const {
  return iterations == 0 ? Millis{0} : overhead + static_cast<double>(iterations) / per_thread / threads;
}

GpuModel affine_gpu(Millis overhead, ElementsPerSecond rate, std::int64_t extra) {
  return [=](std::int64_t iterations) {
    return iterations == 0 ? Millis{0} : overhead + static_cast<double>(iterations + extra) / rate;
  };
}

Machine simulated(const CpuModel& cpu, GpuModel gpu, const Noise& noise) {
  const stats::CounterDraws draws(noise.seed, stats::owner_of("split"), 0);
  return [cpu, gpu = std::move(gpu), noise, draws, step = std::uint64_t{0}](const SplitParts& parts) mutable {
    const auto factor = [&](std::uint64_t side) {
      return noise.deviation == 0 ? 1.0 : std::exp(noise.deviation * normal(draws, 2 * step + side));
    };
    const SplitTimes times{.cpu = cpu.time(parts.cpu) * factor(0), .gpu = gpu(parts.gpu) * factor(1)};
    ++step;
    return times;
  };
}

SplitStep best_split(std::int64_t iterations, const CpuModel& cpu, const GpuModel& gpu) {
  const auto on_gpu = [&](std::int64_t n) {
    const SplitParts parts{.cpu = iterations - n, .gpu = n};
    return SplitStep{.parts = parts, .times = {.cpu = cpu.time(parts.cpu), .gpu = gpu(parts.gpu)}};
  };
  // The CPU's time falls with n and the GPU's rises: the best is where they cross, on either side of it, or at an end.
  std::int64_t below = 0;
  std::int64_t above = iterations;
  while (above - below > 1) {
    const std::int64_t middle = below + (above - below) / 2;
    const SplitTimes times = on_gpu(middle).times;
    (times.gpu < times.cpu ? below : above) = middle;
  }
  SplitStep best = on_gpu(0);
  for (const std::int64_t n : {below, above, iterations}) {
    const SplitStep other = on_gpu(n);
    best = other.times.both() < best.times.both() ? other : best;
  }
  return best;
}

}  // namespace warpshop::split
