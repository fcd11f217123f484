#include "sim/study/interference/measured_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/learn/learning_seed.hpp"
#include "sim/stats/normal_draw.hpp"
#include "sim/study/interference/pair_slowdown.hpp"

namespace warpshop::study {
namespace {

/// By which the mean of some runs is off.
double mean_of_runs(const MeasuringOptions& options, stats::Draws& draws) {
  double sum = 0;
  for (int run = 0; run < options.runs; ++run) {
    sum += std::exp(options.run_noise * stats::normal_draw(draws));
  }
  return sum / options.runs;
}

}  // namespace

std::vector<MeasuredPair> measured_pairs(std::span<const PhasedKernel> kernels, const InterferenceGpu& gpu,
                                         const MeasuringOptions& options) {
  std::vector<double> alone(kernels.size());
  for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    stats::Draws draws(learn::learning_seed(options.seed, "alone", kernel));
    alone[kernel] = mean_of_runs(options, draws);
  }
  std::vector<MeasuredPair> pairs;
  for (std::size_t first = 0; first < kernels.size(); ++first) {
    for (std::size_t second = first; second < kernels.size(); ++second) {
      stats::Draws draws(learn::learning_seed(options.seed, "together", pairs.size()));
      std::array<double, 2> slowdown = pair_slowdown(kernels[first], kernels[second], gpu);
      const std::array<std::size_t, 2> both{first, second};
      for (const std::size_t side : {0U, 1U}) {
        slowdown[side] *= std::exp(options.law_error * stats::normal_draw(draws)) * mean_of_runs(options, draws);
        slowdown[side] /= alone[both[side]];
      }
      pairs.push_back({.first = first, .second = second, .slowdown = std::max(slowdown[0], slowdown[1])});
    }
  }
  return pairs;
}

}  // namespace warpshop::study
