#include "sim/study/check_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/co_run/fit.hpp"
#include "sim/study/kernel_pairs.hpp"

namespace warpshop::study {
namespace {

bool has_probe(const Device& device, const CoRunPoint& point) {
  return std::any_of(point.kernels.begin(), point.kernels.end(), [&](const std::string& kernel) {
    return std::find(device.probes.begin(), device.probes.end(), kernel) != device.probes.end();
  });
}

/// Those points, and all kernels alone with as many CTAs as were measured at most.
std::vector<MeasuredRates> rates_of(const Device& device, std::span<const CoRunPoint> points) {
  std::vector<MeasuredRates> rates;
  for (const auto& [name, kernel] : device.kernels) {
    if (!kernel.by_ctas.empty()) {
      const ScalingPoint& most = kernel.by_ctas.back();
      rates.push_back({.kernel = name, .ctas = most.count, .rate = most.rate.value});
    }
  }
  for (const CoRunPoint& point : points) {
    rates.push_back({.kernel = point.kernels[0],
                     .ctas = point.ctas[0],
                     .rate = point.rates[0].value,
                     .other = point.kernels[1],
                     .other_ctas = point.ctas[1],
                     .other_rate = point.rates[1].value});
  }
  return rates;
}

std::optional<LawMiss> miss_of(const Device& fitted_to, std::span<const CoRunPoint> points) {
  if (points.empty()) {
    return std::nullopt;
  }
  const PairTable table = compared_with(fitted_to, rates_of(fitted_to, points), fitted_to.name);
  const auto error = [](const KernelPair& pair) {
    double most = 0;
    for (const PairConfiguration& each : pair.configurations) {
      most = std::max(most, std::abs(each.stp_error()));
    }
    return most;
  };
  const auto worst = std::max_element(table.pairs.begin(), table.pairs.end(),
                                      [&](const auto& a, const auto& b) { return error(a) < error(b); });
  return LawMiss{.error = *table.error, .worst = worst->kernels};
}

}  // namespace

LawCheck check_law(const Device& device) {
  Device beside_probes = device;
  std::vector<CoRunPoint> others;
  std::erase_if(beside_probes.co_run, [&](const CoRunPoint& point) {
    const bool is_other = !has_probe(device, point);
    if (is_other) {
      others.push_back(point);
    }
    return is_other;
  });
  LawCheck check;
  check.beside_probes = miss_of(beside_probes, beside_probes.co_run);
  check.others = miss_of(beside_probes, others);
  check.kernels = evaluate::fit_co_run(beside_probes);
  check.uncertainty = evaluate::law_uncertainty(beside_probes, check.kernels);
  return check;
}

}  // namespace warpshop::study
