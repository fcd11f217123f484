#include "sim/evaluate/co_run/measured_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::evaluate {

std::vector<double> misfits(const std::vector<Observation>& observations, std::span<const CoRunKernel> kernels) {
  std::vector<double> misfits;
  for (const Observation& observation : observations) {
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
    }
  }
  for (const std::string& probe : device.probes) {
    if (const std::size_t kernel = position(probe); kernel < names_.size()) {
      probes_.push_back(kernel);
    }
  }
  for (const CoRunPoint& point : device.co_run) {
    Observation observation;
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

std::vector<Observation> MeasuredKernels::of(std::span<const std::size_t> kernels,
                                             std::span<const std::size_t> others) const {
  const auto among = [](std::size_t kernel, std::span<const std::size_t> these) {
    return std::find(these.begin(), these.end(), kernel) != these.end();
  };
  std::vector<Observation> found;
  for (const std::size_t kernel : kernels) {
    found.insert(found.end(), alone_[kernel].begin(), alone_[kernel].end());
  }
  for (const Observation& pair : pairs_) {
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
  std::vector<Observation>& curves = alone_.emplace_back();
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
