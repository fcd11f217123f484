#include "sim/evaluate/co_run/fit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/evaluate/co_run/measured_kernels.hpp"
#include "sim/stats/least_squares.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kNoise = 0.03;  // of a measured rate
constexpr std::size_t kParameters = 6;
using Parameters = std::array<double, kParameters>;  // ln Z, ln D of issue, DRAM and L1, ln w of issue and memory

/// What is known of a kernel's parameters before it is fitted: they are e^(centre ± spread).
struct Prior {
  Parameters centre;
  Parameters spread;

  /// rate: the most that it does on an SM; time: the shortest that a subtask takes; limit: what limits the rate;
  /// measured: beside others, too.
  Prior(double rate, double time, SharedResource limit, bool measured) {
    // What goes to DRAM goes through L1. Where only a curve is known nothing could correct that: it is left out.
    const std::array<double, kSharedResources> elsewhere{0.2, 0.3, measured ? 0.3 : 0.05};
    constexpr double kAtLimit = 0.95;
    centre[0] = std::log(0.9 * time);
    spread[0] = 0.5;
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      const bool limits = resource == index(limit);
      centre[1 + resource] = std::log((limits ? kAtLimit : elsewhere[resource]) / rate);
      spread[1 + resource] = limits ? 0.5 : 1;
    }
    centre[4] = centre[5] = 0;
    spread[4] = spread[5] = 0.7;
  }

  /// parameters: in spreads from the centre.
  CoRunKernel kernel(std::span<const double> parameters) const {
    Parameters value{};
    for (std::size_t i = 0; i < kParameters; ++i) {
      value[i] = std::exp(std::clamp(centre[i] + spread[i] * parameters[i], -300.0, 300.0));
    }
    return {.delay = Millis{value[0]},
            .demand = {Millis{value[1]}, Millis{value[2]}, Millis{value[3]}},
            .issue_weight = value[4],
            .memory_weight = value[5]};
  }
};

Prior prior_of(const MeasuredKernels& measured, std::size_t kernel, SharedResource limit) {
  double rate = 0;
  double time = std::numeric_limits<double>::max();
  for (const Observation& alone : measured.alone(kernel)) {
    rate = std::max(rate, alone.rates[0]);
    time = std::min(time, alone.ctas[0] / alone.rates[0]);
  }
  const std::vector<Observation>& pairs = measured.pairs();
  const bool beside_others = std::any_of(pairs.begin(), pairs.end(), [&](const Observation& each) {
    return each.kernels[0] == kernel || each.kernels[1] == kernel;
  });
  return {rate, time, limit, beside_others};
}

struct Fit {
  std::vector<CoRunKernel> kernels;
  double cost = 0;
};

/// The kernels' parameters, the others' being as they are. all: by position; those of `kernels` are fitted. start: in
/// spreads from the centres; empty: from these.
Fit fitted(const std::vector<Observation>& observations, std::vector<CoRunKernel> all,
           const std::vector<std::size_t>& kernels, const std::vector<Prior>& priors, std::vector<double> start = {}) {
  const auto put = [&](std::span<const double> parameters) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      all[kernels[i]] = priors[i].kernel(parameters.subspan(i * kParameters, kParameters));
    }
  };
  const stats::Residuals residuals = [&](std::span<const double> parameters) {
    put(parameters);
    std::vector<double> missed = misfits(observations, all);
    for (double& misfit : missed) {
      misfit /= kNoise;
    }
    missed.insert(missed.end(), parameters.begin(), parameters.end());
    return missed;
  };
  start.resize(kernels.size() * kParameters, 0.0);
  const stats::LeastSquares found = stats::least_squares(std::move(start), residuals);
  put(found.parameters);
  return {.kernels = std::move(all), .cost = found.sum_of_squares};
}

/// The probes beside each other. Solo curves do not say where they meet, and either place is a minimum: at DRAM, of
/// which the compute probe then needs more, and the memory probe less of issue; or the reverse.
Fit fitted_probes(const MeasuredKernels& measured, const std::vector<CoRunKernel>& kernels) {
  std::vector<Prior> priors;
  for (const std::size_t probe : measured.probes()) {
    priors.push_back(prior_of(measured, probe, measured.limit(probe)));
  }
  Fit best{.kernels = kernels, .cost = std::numeric_limits<double>::infinity()};
  for (const double at_dram : {1.0, -1.0}) {
    std::vector<double> start(priors.size() * kParameters);
    for (std::size_t i = 0; i < priors.size(); ++i) {
      const bool computes = measured.limit(measured.probes()[i]) == SharedResource::issue;
      const SharedResource other = computes ? SharedResource::dram : SharedResource::issue;
      start[i * kParameters + 1 + index(other)] = computes ? at_dram : -at_dram;
    }
    Fit found = fitted(measured.of(measured.probes(), {}), kernels, measured.probes(), priors, std::move(start));
    if (found.cost < best.cost) {
      best = std::move(found);
    }
  }
  return best;
}

}  // namespace

std::vector<FittedKernel> fit_co_run(const Device& device) {
  assert(device.sm);
  const MeasuredKernels measured(device);
  std::vector<CoRunKernel> kernels(measured.names().size());
  std::vector<SharedResource> limits = measured.limits();
  kernels = fitted_probes(measured, kernels).kernels;
  for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    if (measured.is_probe(kernel)) {
      continue;
    }
    const std::vector<std::size_t> alone{kernel};
    const std::vector<Observation> observations = measured.of(alone, measured.probes());
    const bool beside_probes = std::any_of(observations.begin(), observations.end(),
                                           [](const Observation& each) { return each.kernels.size() > 1; });
    Fit best = fitted(observations, kernels, alone, {prior_of(measured, kernel, measured.limit(kernel))});
    for (const SharedResource limit : {SharedResource::issue, SharedResource::dram, SharedResource::l1}) {
      if (beside_probes && limit != measured.limit(kernel)) {
        Fit other = fitted(observations, kernels, alone, {prior_of(measured, kernel, limit)});
        if (other.cost < best.cost) {
          best = std::move(other);
          limits[kernel] = limit;
        }
      }
    }
    kernels = std::move(best.kernels);
  }
  std::vector<FittedKernel> result;
  for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    const std::vector<double> missed = misfits(measured.of(std::span(&kernel, 1), measured.probes()), kernels);
    const double squares = std::inner_product(missed.begin(), missed.end(), missed.begin(), 0.0);
    result.push_back({.name = measured.names()[kernel],
                      .law = kernels[kernel],
                      .limit = limits[kernel],
                      .misfit = std::sqrt(squares / static_cast<double>(missed.size()))});
  }
  return result;
}

std::vector<FittedPair> fit_pairs(const Device& device, std::span<const FittedKernel> fitted_kernels) {
  assert(device.sm);
  const MeasuredKernels measured(device);
  std::vector<CoRunKernel> kernels;
  for (const FittedKernel& kernel : fitted_kernels) {
    kernels.push_back(kernel.law);
  }
  std::vector<FittedPair> found;
  for (const Observation& point : measured.pairs()) {
    std::vector<std::size_t> pair = point.kernels;
    std::sort(pair.begin(), pair.end());
    const bool known = std::any_of(found.begin(), found.end(), [&](const FittedPair& other) {
      return std::equal(pair.begin(), pair.end(), other.kernels.begin());
    });
    if (known || measured.is_probe(pair[0]) || measured.is_probe(pair[1])) {
      continue;
    }
    const std::vector<Prior> priors{prior_of(measured, pair[0], fitted_kernels[pair[0]].limit),
                                    prior_of(measured, pair[1], fitted_kernels[pair[1]].limit)};
    const std::vector<CoRunKernel> fit = fitted(measured.of(pair, measured.probes()), kernels, pair, priors).kernels;
    found.push_back({.kernels = {pair[0], pair[1]}, .laws = {fit[pair[0]], fit[pair[1]]}});
  }
  return found;
}

}  // namespace warpshop::evaluate
