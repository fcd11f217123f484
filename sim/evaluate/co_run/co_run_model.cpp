#include "sim/evaluate/co_run/co_run_model.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/evaluate/co_run/law.hpp"
#include "sim/evaluate/co_run/measured_kernels.hpp"

namespace warpshop::evaluate {
namespace {

double factor(const std::vector<RateCorrection>& curve, double count) {
  if (curve.empty()) {
    return 1;
  }
  const auto next = std::lower_bound(curve.begin(), curve.end(), count,
                                     [](const RateCorrection& point, double at) { return point.count < at; });
  if (next == curve.begin() || next == curve.end()) {
    return next == curve.begin() ? next->factor : curve.back().factor;
  }
  const RateCorrection& before = *(next - 1);
  const double weight = (count - before.count) / (next->count - before.count);
  return before.factor + weight * (next->factor - before.factor);
}

CorrectedKernel corrected(const CoRunKernel& law, const KernelModel& model, std::int64_t all_sms) {
  CorrectedKernel kernel{.law = law};
  const auto missed = [&](double ctas, std::int64_t sms, SubtasksPerMilli rate) {
    const Resident resident{.kernel = &law, .ctas = ctas};
    const double part = static_cast<double>(sms) / static_cast<double>(all_sms);
    const double by_law = co_run_rates(std::span(&resident, 1), std::span(&part, 1)).front();
    return rate.value / (by_law * static_cast<double>(sms));
  };
  for (const ScalingPoint& point : model.by_ctas) {
    const auto count = static_cast<double>(point.count);
    kernel.by_ctas.push_back({count, missed(count, all_sms, point.rate)});
  }
  const double full = most_ctas(model);
  for (const ScalingPoint& point : model.by_sms) {
    if (point.count <= all_sms) {
      kernel.by_sms.push_back({static_cast<double>(point.count), missed(full, point.count, point.rate)});
    }
  }
  if (!kernel.by_ctas.empty() && !kernel.by_sms.empty()) {
    const double on_all = factor(kernel.by_sms, static_cast<double>(all_sms));
    for (RateCorrection& point : kernel.by_sms) {
      point.factor /= on_all;
    }
  }
  return kernel;
}

/// What the kernels are: of exactly two, perhaps the pair's.
std::vector<const CorrectedKernel*> laws_of(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  std::vector<const CorrectedKernel*> laws(profile.kernels.size());
  std::vector<std::size_t> present;
  for (const SmGroup& group : groups) {
    for (const KernelCtas& resident : group.residents) {
      if (resident.ctas > 0 && laws[resident.kernel] == nullptr) {
        laws[resident.kernel] = &profile.kernels[resident.kernel];
        present.push_back(resident.kernel);
      }
    }
  }
  if (present.size() == 2) {
    const auto [first, second] = std::minmax(present[0], present[1]);
    for (const CorrectedPair& pair : profile.pairs) {
      if (pair.first == first && pair.second == second) {
        laws[first] = &pair.kernels[0];
        laws[second] = &pair.kernels[1];
      }
    }
  }
  return laws;
}

/// A resident's law, and what that is multiplied by where it is.
struct ResidentLaw {
  const CoRunKernel* law = nullptr;
  double factor = 1;
};

/// By group and resident in their order.
std::vector<ResidentLaw> laws_by_resident(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  const std::vector<const CorrectedKernel*> laws = laws_of(profile, groups);
  std::vector<double> sms(profile.kernels.size());              // that each kernel is on
  std::vector<std::size_t> last_group(profile.kernels.size());  // counted there, from 1
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const auto& [kernel, ctas] : groups[group].residents) {
      if (ctas > 0 && last_group[kernel] != group + 1) {
        last_group[kernel] = group + 1;
        sms[kernel] += static_cast<double>(groups[group].sms);
      }
    }
  }
  std::vector<ResidentLaw> found;
  for (const SmGroup& group : groups) {
    for (const auto& [kernel, ctas] : group.residents) {
      const CorrectedKernel& own = laws[kernel] != nullptr ? *laws[kernel] : profile.kernels[kernel];
      found.push_back({&own.law, factor(own.by_ctas, ctas) * factor(own.by_sms, sms[kernel])});
    }
  }
  return found;
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
    profile_.pairs.push_back({first, second, {corrected_by(pair.laws[0], first), corrected_by(pair.laws[1], second)}});
  }
}

std::optional<std::size_t> CoRunModel::find(std::string_view name) const {
  const auto found =
      std::find_if(fitted_.begin(), fitted_.end(), [&](const FittedKernel& kernel) { return kernel.name == name; });
  return found == fitted_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - fitted_.begin()));
}

std::vector<SubtasksPerMilli> group_rates(const CoRunProfile& profile, std::span<const SmGroup> groups, double memory) {
  const std::vector<ResidentLaw> laws = laws_by_resident(profile, groups);
  std::vector<double> parts;
  std::vector<Resident> residents;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    parts.push_back(static_cast<double>(groups[group].sms) / (static_cast<double>(profile.sms) * memory));
    for (const KernelCtas& resident : groups[group].residents) {
      residents.push_back({.kernel = laws[residents.size()].law, .ctas = resident.ctas, .group = group});
    }
  }
  const std::vector<double> per_sm = co_run_rates(residents, parts);
  std::vector<SubtasksPerMilli> rates;
  for (const SmGroup& group : groups) {
    for (std::size_t each = 0; each < group.residents.size(); ++each) {
      const std::size_t resident = rates.size();
      rates.push_back({per_sm[resident] * static_cast<double>(group.sms) * laws[resident].factor});
    }
  }
  return rates;
}

std::vector<ResourceTimes> group_demands(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  std::vector<ResourceTimes> demands;
  for (const auto& [law, factor] : laws_by_resident(profile, groups)) {
    ResourceTimes& demand = demands.emplace_back(law->demand);
    for (Millis& each : demand) {
      each /= factor;
    }
  }
  return demands;
}

std::vector<SubtasksPerMilli> CoRunModel::rates(std::span<const SmGroup> groups) const {
  return group_rates(profile_, groups);
}

SubtasksPerMilli CoRunModel::alone(std::size_t kernel, double ctas, std::int64_t sms) const {
  const SmGroup group{.sms = sms, .residents = {{.kernel = kernel, .ctas = ctas}}};
  return rates(std::span(&group, 1)).front();
}

}  // namespace warpshop::evaluate
