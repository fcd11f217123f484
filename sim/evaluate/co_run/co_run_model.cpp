#include "sim/evaluate/co_run/co_run_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "sim/evaluate/co_run/correction.hpp"
#include "sim/evaluate/co_run/fit.hpp"
#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::evaluate {
namespace {

/// No kernel is faster with less: where the rate that corrections make of law(count) falls from one count to the next,
/// it is flat before. At every count up to the last that was measured.
template <class Law>
std::vector<RateCorrection> never_falling(const std::vector<RateCorrection>& measured, const Law& law) {
  std::vector<RateCorrection> all;
  double least = std::numeric_limits<double>::infinity();
  for (double count = measured.empty() ? 0 : measured.back().count; count >= 1; --count) {
    const double by_law = law(count);
    least = std::min(least, by_law * factor_at(measured, count));
    all.push_back({count, least / by_law});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

/// On some of the SMs no kernel is faster with the same CTAs on fewer of them, nor with fewer CTAs on each. The first
/// is least certain where DRAM is loaded most, on all SMs, the second where it is least, on one.
template <class Law>
std::vector<RateCorrection> on_part(std::vector<RateCorrection> by_ctas, double all_sms, const Law& law) {
  for (std::size_t point = by_ctas.size(); point-- > 1;) {
    const auto [more, larger] = by_ctas[point];
    auto& [fewer, factor] = by_ctas[point - 1];
    const double least = larger * law(more, all_sms * fewer / more) / law(fewer, all_sms);
    factor = std::max(least, std::min(factor, larger * law(more, 1) / law(fewer, 1)));
  }
  return by_ctas;
}

CorrectedKernel corrected(const CoRunKernel& law, const KernelModel& model, std::int64_t all_sms) {
  std::vector<RateCorrection> by_ctas;
  std::vector<RateCorrection> by_sms;
  const auto by_law = [&](double ctas, double sms) {
    const Resident resident{.kernel = &law, .ctas = ctas};
    const double part = sms / static_cast<double>(all_sms);
    return co_run_rates(std::span(&resident, 1), std::span(&part, 1)).front() * sms;
  };
  const auto missed = [&](double ctas, std::int64_t sms, SubtasksPerMilli rate) {
    return rate.value / by_law(ctas, static_cast<double>(sms));
  };
  for (const ScalingPoint& point : model.by_ctas) {
    const auto count = static_cast<double>(point.count);
    by_ctas.push_back({count, missed(count, all_sms, point.rate)});
  }
  const double full = most_ctas(model);
  for (const ScalingPoint& point : model.by_sms) {
    if (point.count <= all_sms) {
      by_sms.push_back({static_cast<double>(point.count), missed(full, point.count, point.rate)});
    }
  }
  if (!by_ctas.empty() && !by_sms.empty()) {
    const double on_all = factor_at(by_sms, static_cast<double>(all_sms));
    for (RateCorrection& point : by_sms) {
      point.factor /= on_all;
    }
  }
  by_ctas = never_falling(by_ctas, [&](double ctas) { return by_law(ctas, static_cast<double>(all_sms)); });
  std::vector<RateCorrection> on_fewer = on_part(by_ctas, static_cast<double>(all_sms), by_law);
  by_sms = never_falling(by_sms, [&](double sms) { return by_law(full, sms); });
  return {.law = law,
          .by_ctas = CorrectionCurve(std::move(by_ctas)),
          .on_part = CorrectionCurve(std::move(on_fewer)),
          .by_sms = CorrectionCurve(std::move(by_sms))};
}

}  // namespace

CoRunModel::CoRunModel(const Device& device) : fitted_(fit_co_run(device)), profile_{.sms = device.sm->count} {
  const auto model_of = [&](std::size_t kernel) { return device.kernels.find(fitted_[kernel].name)->second; };
  const auto corrected_by = [&](const CoRunKernel& law, std::size_t kernel) {
    return corrected(law, model_of(kernel), device.sm->count);
  };
  for (std::size_t kernel = 0; kernel < fitted_.size(); ++kernel) {
    profile_.kernels.push_back(corrected_by(fitted_[kernel].law, kernel));
  }
  for (const FittedPair& pair : fit_pairs(device, fitted_)) {
    const auto [first, second] = pair.kernels;
    profile_.pairs.push_back({.first = first,
                              .second = second,
                              .kernels = {corrected_by(pair.laws[0], first), corrected_by(pair.laws[1], second)},
                              .most = {most_ctas(model_of(first)), most_ctas(model_of(second))}});
    correct_last_pair(device);
  }
}

/// Where it was measured, it is as it was; towards where one of the two is almost alone, as it is alone.
void CoRunModel::correct_last_pair(const Device& device) {
  CorrectedPair& pair = profile_.pairs.back();
  struct Missed {
    std::array<double, 2> factors{};  ///< added up
    double points = 0;
  };
  std::map<double, Missed> missed{{0, {{1, 1}, 1}}, {1, {{1, 1}, 1}}};  // by share
  for (const CoRunPoint& point : device.co_run) {
    const std::size_t first = find(point.kernels[0]) == pair.first ? 0 : 1;  // side of the point
    if (find(point.kernels[first]) != pair.first || find(point.kernels[1 - first]) != pair.second) {
      continue;
    }
    const std::array<double, 2> ctas{static_cast<double>(point.ctas[first]),
                                     static_cast<double>(point.ctas[1 - first])};
    const SmGroup both{
        .sms = device.sm->count,
        .residents = {{.kernel = pair.first, .ctas = ctas[0]}, {.kernel = pair.second, .ctas = ctas[1]}}};
    const std::vector<SubtasksPerMilli> by_law = rates(std::span(&both, 1));
    Missed& here = missed[pair.share(ctas[0], ctas[1])];
    here.factors[0] += point.rates[first].value / by_law[0].value;
    here.factors[1] += point.rates[1 - first].value / by_law[1].value;
    ++here.points;
  }
  for (const std::size_t side : {0U, 1U}) {
    std::vector<RateCorrection> curve;
    curve.reserve(missed.size());
    for (const auto& [share, here] : missed) {
      curve.push_back({share, here.factors[side] / here.points});
    }
    pair.by_share[side] = CorrectionCurve(std::move(curve));
  }
}

std::optional<std::size_t> CoRunModel::find(std::string_view name) const {
  const auto found =
      std::find_if(fitted_.begin(), fitted_.end(), [&](const FittedKernel& kernel) { return kernel.name == name; });
  return found == fitted_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - fitted_.begin()));
}

std::vector<SubtasksPerMilli> CoRunModel::rates(std::span<const SmGroup> groups) const {
  return group_rates(profile_, groups);
}

SubtasksPerMilli CoRunModel::alone(std::size_t kernel, double ctas, std::int64_t sms) const {
  const SmGroup group{.sms = sms, .residents = {{.kernel = kernel, .ctas = ctas}}};
  return rates(std::span(&group, 1)).front();
}

}  // namespace warpshop::evaluate
