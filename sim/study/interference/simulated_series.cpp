#include "sim/study/interference/simulated_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/learn/learning_seed.hpp"
#include "sim/stats/draws.hpp"
#include "sim/stats/normal_draw.hpp"

namespace warpshop::study {
namespace {

constexpr double kIpcAtFullUse = 4;       // one instruction a cycle of each of four schedulers
constexpr double kSharedGbSOfAnSm = 200;  // 128 B a cycle at 1.6 GHz
constexpr double kTransaction = 32e-9;    // GB
constexpr double kMostSeenUse = 0.98;
constexpr std::size_t kDramRead = 1, kDramWrite = 2, kIssue = 8, kShared = 14;

/// What tells applications apart, whatever they use.
struct Habits {
  double reads;        ///< part of what is moved
  double l2_misses;    ///< of what L2 is asked for
  double global_hits;  ///< how much more threads load than L2 is asked for
  double texture;      ///< of what is loaded
};

Habits habits_of(std::size_t application, std::uint64_t seed) {
  stats::Draws draws(learn::learning_seed(seed, "habits", application));
  return {.reads = 0.4 + 0.4 * draws.unit(),
          .l2_misses = 0.3 + 0.6 * draws.unit(),
          .global_hits = 1 + 2 * draws.unit(),
          .texture = draws.unit()};
}

/// What a kernel uses on average from one time to another.
std::array<double, kSharedResources> use_between(const PhasedKernel& kernel, Millis from, Millis to) {
  std::array<double, kSharedResources> use{};
  Millis start{0};
  for (const UsePhase& phase : kernel.phases) {
    const Millis common = std::min(to, start + phase.length) - std::max(from, start);
    for (std::size_t resource = 0; resource < kSharedResources && common > Millis{0}; ++resource) {
      use[resource] += phase.use[resource] * (common / (to - from));
    }
    start += phase.length;
  }
  return use;
}

std::array<double, kS2Metrics.size()> metrics_of(const std::array<double, kSharedResources>& use, Millis length,
                                                 const PhasedKernel& kernel, const Habits& habits,
                                                 const InterferenceGpu& gpu) {
  const auto ctas = static_cast<double>(kernel.ctas);
  const double sms = std::min(ctas, static_cast<double>(gpu.sms));
  const double moved = use[index(SharedResource::dram)] * gpu.bandwidth_gb_s;
  const double read = moved * habits.reads;
  const double written = moved - read;
  const double transactions = length.count() / 1000 / kTransaction;  // of a GB/s
  const double loaded = read / habits.l2_misses * habits.global_hits;
  const double issue = use[index(SharedResource::issue)];
  return {ctas * static_cast<double>(kernel.threads) / sms / static_cast<double>(gpu.threads),
          read,
          written,
          read * transactions,
          written * transactions,
          loaded,
          written / habits.l2_misses,
          kIpcAtFullUse * issue,
          100 * issue,
          read / habits.l2_misses * transactions,
          written / habits.l2_misses * transactions,
          100 * sms / static_cast<double>(gpu.sms),
          10 * use[index(SharedResource::dram)],
          loaded * habits.texture,
          kSharedGbSOfAnSm * sms * use[index(SharedResource::l1)]};
}

}  // namespace

MetricSeries simulated_series(const PhasedKernel& kernel, const InterferenceGpu& gpu, const ProfilerOptions& options) {
  const Habits habits = habits_of(kernel.application, options.seed);
  MetricSeries series{.kernel = kernel.name,
                      .every = options.every,
                      .metrics = {kS2Metrics.begin(), kS2Metrics.end()},
                      .samples = std::vector<std::vector<double>>(kS2Metrics.size())};
  stats::Draws draws(learn::learning_seed(options.seed, kernel.name, 0));
  std::array<double, kS2Metrics.size()> off{};
  std::generate(off.begin(), off.end(), [&] { return std::exp(options.mean_error * stats::normal_draw(draws)); });
  const Millis end = kernel.alone();
  for (int sample = 0; sample * options.every < end; ++sample) {
    const Millis from = sample * options.every;
    const Millis to = std::min(end, from + options.every);
    const auto values = metrics_of(use_between(kernel, from, to), to - from, kernel, habits, gpu);
    for (std::size_t metric = 0; metric < values.size(); ++metric) {
      series.samples[metric].push_back(values[metric] * off[metric] *
                                       std::exp(options.sample_error * stats::normal_draw(draws)));
    }
  }
  return series;
}

PhasedKernel seen_in(const MetricSeries& series, const PhasedKernel& kernel, const InterferenceGpu& gpu) {
  PhasedKernel seen = kernel;
  seen.phases.clear();
  const auto sms = static_cast<double>(std::min(kernel.ctas, gpu.sms));
  for (std::size_t sample = 0; sample < series.samples.front().size(); ++sample) {
    const auto value = [&](std::size_t metric) { return series.samples[metric][sample]; };
    UsePhase phase{.length = series.every};
    phase.use[index(SharedResource::issue)] = value(kIssue) / 100;
    phase.use[index(SharedResource::dram)] = (value(kDramRead) + value(kDramWrite)) / gpu.bandwidth_gb_s;
    phase.use[index(SharedResource::l1)] = value(kShared) / (kSharedGbSOfAnSm * sms);
    for (double& use : phase.use) {
      use = std::clamp(use, 0.0, kMostSeenUse);
    }
    seen.phases.push_back(phase);
  }
  return seen;
}

}  // namespace warpshop::study
