#include "sim/evaluate/co_run/fit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "sim/evaluate/co_run/law.hpp"
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
  std::array<std::optional<double>, kParameters> known{};  ///< the values themselves

  /// rate: the most that it does on an SM; time: the shortest that a subtask takes; limit: what limits the rate;
  /// measured: beside others, too.
  Prior(double rate, double time, SharedResource limit, bool measured) {
    // What goes to DRAM goes through L1. Where only a curve is known nothing could correct that: it is left out.
    const std::array<double, kSharedResources> elsewhere{kUseElsewhere.compute->part, kUseElsewhere.memory->part,
                                                         measured ? 0.3 : 0.05};
    centre[0] = std::log(0.9 * time);
    spread[0] = 0.5;
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      const bool limits = resource == index(limit);
      centre[1 + resource] = std::log((limits ? kUseAtLimit.part : elsewhere[resource]) / rate);
      spread[1 + resource] = limits ? 0.5 : 1;
    }
    centre[4] = centre[5] = 0;
    spread[4] = spread[5] = 0.7;
  }

  /// Is not to be fitted. value ≥ 0.
  void know(std::size_t parameter, double value) { known[parameter] = value; }

  /// parameters: in spreads from the centre.
  CoRunKernel kernel(std::span<const double> parameters) const {
    Parameters value{};
    for (std::size_t i = 0; i < kParameters; ++i) {
      value[i] = known[i] ? *known[i] : std::exp(std::clamp(centre[i] + spread[i] * parameters[i], -300.0, 300.0));
    }
    return {.delay = Millis{value[0]},
            .demand = {Millis{value[1]}, Millis{value[2]}, Millis{value[3]}},
            .issue_weight = value[4],
            .memory_weight = value[5]};
  }
  /// What kernel() takes, of a law that it could have given.
  Parameters parameters_of(const CoRunKernel& law) const {
    const Parameters value{law.delay.count(),     law.demand[0].count(), law.demand[1].count(),
                           law.demand[2].count(), law.issue_weight,      law.memory_weight};
    Parameters parameters{};
    for (std::size_t i = 0; i < kParameters; ++i) {
      parameters[i] = known[i] ? 0 : (std::log(value[i]) - centre[i]) / spread[i];
    }
    return parameters;
  }
};

Prior prior_of(const MeasuredKernels& measured, std::size_t kernel, SharedResource limit) {
  double rate = 0;
  double time = std::numeric_limits<double>::max();
  for (const ObservedRates& alone : measured.alone(kernel)) {
    rate = std::max(rate, alone.rates[0]);
    time = std::min(time, alone.ctas[0] / alone.rates[0]);
  }
  const std::vector<ObservedRates>& pairs = measured.pairs();
  const bool beside_others = std::any_of(pairs.begin(), pairs.end(), [&](const ObservedRates& each) {
    return each.kernels[0] == kernel || each.kernels[1] == kernel;
  });
  return {rate, time, limit, beside_others};
}

struct Fit {
  std::vector<CoRunKernel> kernels;
  double cost = 0;
};

/// What is minimised: the parameters of some kernels, the others being as they are.
class Misfits {
 public:
  /// all: by position; those of `kernels` are fitted. noise: of a measured rate.
  Misfits(std::vector<ObservedRates> observations, std::vector<CoRunKernel> all, std::vector<std::size_t> kernels,
          std::vector<Prior> priors, double noise = kNoise)
      : observations_(std::move(observations)),
        all_(std::move(all)),
        kernels_(std::move(kernels)),
        priors_(std::move(priors)),
        noise_(noise) {}

  /// Of the rates over what they are off by as a rule, then of the parameters, in spreads from their centres.
  std::vector<double> operator()(std::span<const double> parameters) {
    std::vector<double> missed = misfits(observations_, with(parameters));
    for (double& misfit : missed) {
      misfit /= noise_;
    }
    missed.insert(missed.end(), parameters.begin(), parameters.end());
    return missed;
  }
  const std::vector<CoRunKernel>& with(std::span<const double> parameters) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      all_[kernels_[i]] = priors_[i].kernel(parameters.subspan(i * kParameters, kParameters));
    }
    return all_;
  }

 private:
  std::vector<ObservedRates> observations_;
  std::vector<CoRunKernel> all_;
  std::vector<std::size_t> kernels_;
  std::vector<Prior> priors_;
  double noise_;
};

/// start: in spreads from the centres; empty: from these.
Fit fitted(const std::vector<ObservedRates>& observations, std::vector<CoRunKernel> all,
           const std::vector<std::size_t>& kernels, const std::vector<Prior>& priors, std::vector<double> start = {}) {
  Misfits missed(observations, std::move(all), kernels, priors);
  start.resize(kernels.size() * kParameters, 0.0);
  const stats::LeastSquares found = stats::least_squares(std::move(start), std::ref(missed));
  return {.kernels = missed.with(found.parameters), .cost = found.sum_of_squares};
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

/// Of a kernel that says what it uses, fitted before as if it did not: with that, the weights staying as they are.
Prior prior_with_use(const MeasuredKernels& measured, std::size_t kernel, const CoRunKernel& before) {
  double rate = 0;
  for (const ObservedRates& alone : measured.alone(kernel)) {
    rate = std::max(rate, alone.rates[0]);
  }
  Prior prior = prior_of(measured, kernel, measured.limit(kernel));
  const KernelUse& use = measured.use(kernel);
  if (use.compute) {
    prior.know(1 + index(SharedResource::issue), use.compute->part / rate);
  }
  if (use.memory) {  // the law's capacity is what DRAM reaches
    prior.know(1 + index(SharedResource::dram), std::min(use.memory->part / kUseAtLimit.part, 1.0) / rate);
  }
  prior.know(4, before.issue_weight);
  prior.know(5, before.memory_weight);
  return prior;
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
    const std::vector<ObservedRates> observations = measured.of(alone, measured.probes());
    const bool beside_probes = std::any_of(observations.begin(), observations.end(),
                                           [](const ObservedRates& each) { return each.kernels.size() > 1; });
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
    if (measured.use(kernel) != KernelUse{}) {
      kernels = fitted(observations, kernels, alone, {prior_with_use(measured, kernel, kernels[kernel])}).kernels;
    }
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

std::vector<LawUncertainty> law_uncertainty(const Device& device, std::span<const FittedKernel> fitted_kernels) {
  assert(device.sm);
  constexpr double kOf95 = 1.96;  // standard deviations
  const MeasuredKernels measured(device);
  std::vector<CoRunKernel> laws;
  for (const FittedKernel& kernel : fitted_kernels) {
    laws.push_back(kernel.law);
  }
  std::vector<LawUncertainty> result(laws.size());
  const auto find = [&](const std::vector<std::size_t>& kernels) {
    std::vector<Prior> priors;
    std::vector<double> at;
    double noise = kNoise;
    for (const std::size_t kernel : kernels) {
      noise = std::max(noise, fitted_kernels[kernel].misfit);
      priors.push_back(measured.use(kernel) == KernelUse{} ? prior_of(measured, kernel, fitted_kernels[kernel].limit)
                                                           : prior_with_use(measured, kernel, laws[kernel]));
      const Parameters its = priors.back().parameters_of(laws[kernel]);
      at.insert(at.end(), its.begin(), its.end());
    }
    const std::vector<double> deviations =
        stats::deviations(at, Misfits(measured.of(kernels, {}), laws, kernels, priors, noise));
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const auto factor = [&](std::size_t parameter) {
        return priors[i].known[parameter]
                   ? 1
                   : std::exp(kOf95 * priors[i].spread[parameter] * deviations[i * kParameters + parameter]);
      };
      result[kernels[i]] = {.delay = factor(0),
                            .demand = {factor(1), factor(2), factor(3)},
                            .issue_weight = factor(4),
                            .memory_weight = factor(5)};
    }
  };
  for (std::size_t kernel = 0; kernel < laws.size(); ++kernel) {
    if (!measured.is_probe(kernel)) {
      std::vector<std::size_t> with_probes = measured.probes();
      with_probes.push_back(kernel);
      find(with_probes);
    }
  }
  if (!measured.probes().empty()) {
    find(measured.probes());
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
  for (const ObservedRates& point : measured.pairs()) {
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

std::vector<double> misfits(const std::vector<ObservedRates>& observations, std::span<const CoRunKernel> kernels) {
  std::vector<double> misfits;
  for (const ObservedRates& observation : observations) {
    std::vector<Resident> residents;
    for (std::size_t i = 0; i < observation.kernels.size(); ++i) {
      residents.push_back({.kernel = &kernels[observation.kernels[i]], .ctas = observation.ctas[i]});
    }
    const std::vector<double> rates = co_run_rates(residents, std::span(&observation.part, 1));
    for (std::size_t i = 0; i < rates.size(); ++i) {
      misfits.push_back(std::log(std::max(rates[i], 1e-300) / observation.rates[i]));
    }
  }
  return misfits;
}

double most_ctas(const KernelModel& model) {
  if (model.cta) {
    return static_cast<double>(model.cta->per_sm);
  }
  return model.by_ctas.empty() ? 1 : static_cast<double>(model.by_ctas.back().count);
}

MeasuredKernels::MeasuredKernels(const Device& device) : sms_(static_cast<double>(device.sm->count)) {
  for (const auto& [name, model] : device.kernels) {
    if (!model.by_ctas.empty() || !model.by_sms.empty()) {
      add_curves(model);
      names_.push_back(name);
      limits_.push_back(model.category == Category::compute_bound ? SharedResource::issue : SharedResource::dram);
      uses_.push_back(model.use);
    }
  }
  for (const std::string& probe : device.probes) {
    if (const std::size_t kernel = position(probe); kernel < names_.size()) {
      probes_.push_back(kernel);
    }
  }
  for (const CoRunPoint& point : device.co_run) {
    ObservedRates observation;
    for (const std::size_t side : {0U, 1U}) {
      observation.kernels.push_back(position(point.kernels[side]));
      observation.ctas.push_back(static_cast<double>(point.ctas[side]));
      observation.rates.push_back(point.rates[side].value / sms_);
    }
    if (std::max(observation.kernels[0], observation.kernels[1]) < names_.size()) {
      pairs_.push_back(std::move(observation));
    }
  }
}

bool MeasuredKernels::is_probe(std::size_t kernel) const {
  return std::find(probes_.begin(), probes_.end(), kernel) != probes_.end();
}

std::vector<ObservedRates> MeasuredKernels::of(std::span<const std::size_t> kernels,
                                               std::span<const std::size_t> others) const {
  const auto among = [](std::size_t kernel, std::span<const std::size_t> these) {
    return std::find(these.begin(), these.end(), kernel) != these.end();
  };
  std::vector<ObservedRates> found;
  for (const std::size_t kernel : kernels) {
    found.insert(found.end(), alone_[kernel].begin(), alone_[kernel].end());
  }
  for (const ObservedRates& pair : pairs_) {
    const std::size_t a = pair.kernels[0];
    const std::size_t b = pair.kernels[1];
    if ((among(a, kernels) && (among(b, kernels) || among(b, others))) || (among(b, kernels) && among(a, others))) {
      found.push_back(pair);
    }
  }
  return found;
}

std::size_t MeasuredKernels::position(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
}

void MeasuredKernels::add_curves(const KernelModel& model) {
  const std::size_t kernel = alone_.size();
  std::vector<ObservedRates>& curves = alone_.emplace_back();
  for (const ScalingPoint& point : model.by_ctas) {
    curves.push_back({{kernel}, {static_cast<double>(point.count)}, {point.rate.value / sms_}, 1});
  }
  const double full = most_ctas(model);
  for (const ScalingPoint& point : model.by_sms) {
    const auto sms = static_cast<double>(point.count);
    if (point.count < static_cast<std::int64_t>(sms_) || model.by_ctas.empty()) {
      curves.push_back({{kernel}, {full}, {point.rate.value / sms}, std::min(sms / sms_, 1.0)});
    }
  }
}

}  // namespace warpshop::evaluate
