#include "sim/evaluate/co_run/co_run_model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "sim/evaluate/co_run/fit.hpp"
#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::evaluate {
namespace {

double factor(std::span<const RateCorrection> curve, double count) {
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

/// No kernel is faster with less: where the rate that corrections make of law(count) falls from one count to the next,
/// it is flat before. At every count up to the last that was measured.
template <class Law>
std::vector<RateCorrection> never_falling(const std::vector<RateCorrection>& measured, const Law& law) {
  std::vector<RateCorrection> all;
  double least = std::numeric_limits<double>::infinity();
  for (double count = measured.empty() ? 0 : measured.back().count; count >= 1; --count) {
    const double by_law = law(count);
    least = std::min(least, by_law * factor(measured, count));
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
    const double on_all = factor(by_sms, static_cast<double>(all_sms));
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

/// What the kernels are.
struct Laws {
  std::map<std::size_t, const CorrectedKernel*> kernels;
  const CorrectedPair* pair = nullptr;  ///< of exactly two that were measured together
};

Laws laws_of(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  Laws laws;
  for (const SmGroup& group : groups) {
    for (const KernelCtas& resident : group.residents) {
      if (resident.ctas > 0 &&
          resident.kernel != profile.context) {  // which leaves two what they are beside each other
        laws.kernels.emplace(resident.kernel, &profile.kernels[resident.kernel]);
      }
    }
  }
  if (laws.kernels.size() == 2) {
    for (const CorrectedPair& pair : profile.pairs) {
      if (pair.first == laws.kernels.begin()->first && pair.second == laws.kernels.rbegin()->first) {
        laws.kernels[pair.first] = &pair.kernels[0];
        laws.kernels[pair.second] = &pair.kernels[1];
        laws.pair = &pair;
      }
    }
  }
  return laws;
}

/// Of the rate of a kernel, on SMs that hold the same, what its pair is measured to be; 1 where the other is not there.
double by_share(const CorrectedPair* pair, std::size_t kernel, const SmGroup& group) {
  if (pair == nullptr || (kernel != pair->first && kernel != pair->second)) {
    return 1;
  }
  std::array<double, 2> ctas{};
  for (const KernelCtas& resident : group.residents) {
    if (resident.kernel == pair->first || resident.kernel == pair->second) {
      ctas[resident.kernel == pair->first ? 0 : 1] += resident.ctas;
    }
  }
  const CorrectionCurve& curve = pair->by_share[kernel == pair->first ? 0 : 1];
  return ctas[0] > 0 && ctas[1] > 0 ? factor(curve.points(), pair->share(ctas[0], ctas[1])) : 1;
}

/// A resident's law, and what that is multiplied by where it is.
struct ResidentLaw {
  const CoRunKernel* law = nullptr;
  double factor = 1;
};

/// Where a kernel is.
struct Whereabouts {
  std::int64_t sms = 0;
  double ctas = 0;  ///< on all of them
  double rate = 0;  ///< the same
  double most = 0;  ///< CTAs on any of them
  bool even() const { return ctas == most * static_cast<double>(sms); }
};

/// Of a kernel's rate with so many CTAs on an SM, `average` on each of `sms`: one on each cannot be spread any further.
double by_ctas(const CoRunProfile& profile, const CorrectedKernel& kernel, double sms, double average, double ctas) {
  const double on_all = factor(kernel.by_ctas.points(), ctas);
  if (sms == static_cast<double>(profile.sms)) {
    return on_all;
  }
  const double on_part = factor(kernel.on_part.points(), ctas);
  return average > 1 ? on_part : std::min(on_part, on_all);
}

/// By group and resident in their order.
std::vector<ResidentLaw> laws_by_resident(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  const Laws laws = laws_of(profile, groups);
  std::map<std::pair<std::size_t, std::size_t>, double> sms;  // that each launch is on
  std::map<std::size_t, double> all_sms;                      // that each kernel is on
  std::map<std::size_t, std::size_t> last_group;              // counted there, from 1
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const auto& [kernel, ctas, launch, still] : groups[group].residents) {
      const double here = ctas > 0 ? static_cast<double>(groups[group].sms) : 0;
      sms[{kernel, launch}] += here;
      if (here > 0 && last_group[kernel] != group + 1) {
        last_group[kernel] = group + 1;
        all_sms[kernel] += here;
      }
    }
  }
  std::vector<ResidentLaw> found;
  for (const SmGroup& group : groups) {
    for (const auto& [kernel, ctas, launch, still] : group.residents) {
      const auto law = laws.kernels.find(kernel);
      const CorrectedKernel& own = law == laws.kernels.end() ? profile.kernels[kernel] : *law->second;
      const double by_sms =
          std::min(factor(own.by_sms.points(), all_sms[kernel]), factor(own.by_sms.points(), sms[{kernel, launch}]));
      const double beside = by_share(laws.pair, kernel, group);
      found.push_back({&own.law, beside * by_sms * by_ctas(profile, own, all_sms[kernel], ctas, ctas)});
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

namespace {

/// Of a kernel alone with so many CTAs on each SM on average, between those with whole ones: on all SMs linear; on
/// fewer as much of the way as by the law, which makes it no slower with the same CTAs on more.
double even_rate(const CoRunProfile& profile, std::size_t kernel, const Whereabouts& where, double memory) {
  const CorrectedKernel& own = profile.kernels[kernel];
  const auto sms = static_cast<double>(where.sms);
  const double whole = std::floor(where.ctas / sms);
  const auto by_law = [&](double with_more) {  // SMs that hold a CTA more than whole ones
    std::vector<Resident> residents;
    std::vector<double> on;
    for (const auto& [ctas, count] : {std::pair{whole, sms - with_more}, std::pair{whole + 1, with_more}}) {
      if (ctas > 0 && count > 0) {
        residents.push_back({.kernel = &own.law, .ctas = ctas, .group = on.size()});
        on.push_back(count);
      }
    }
    std::vector<double> parts = on;
    for (double& part : parts) {
      part /= static_cast<double>(profile.sms) * memory;
    }
    const std::vector<double> per_sm = co_run_rates(residents, parts);
    return std::inner_product(per_sm.begin(), per_sm.end(), on.begin(), 0.0);
  };
  const auto corrected_by = [&](double ctas) {
    return by_ctas(profile, own, sms, where.ctas / sms, ctas) * factor(own.by_sms.points(), sms);
  };
  const double more = where.ctas - whole * sms;
  const double fewest = by_law(0);
  const double rate = fewest * corrected_by(whole);
  if (more == 0) {
    return rate;
  }
  const double most = by_law(sms);
  const bool linear = where.sms == profile.sms || !(most > fewest);
  const double way = linear ? more / sms : (by_law(more) - fewest) / (most - fewest);
  return rate + way * (most * corrected_by(whole + 1) - rate);
}

/// Keeps what the corrections, which were measured on all SMs or with all CTAs, do not know apart. A kernel alone is as
/// fast on SMs that hold unlike many of its CTAs as if these were spread evenly; beside others, measured together or
/// not, no faster than that; on some of the SMs no faster than with as many CTAs spread over all. CTAs that stand still
/// are not there.
void even_out(const CoRunProfile& profile, std::span<const SmGroup> groups, double memory, Answers<double>* even_rates,
              std::vector<SubtasksPerMilli>& rates) {
  std::map<std::pair<std::size_t, std::size_t>, Whereabouts> launches;  // by kernel
  std::size_t resident = 0;
  bool any_still = false;
  for (const SmGroup& group : groups) {
    for (const auto& [kernel, ctas, launch, still] : group.residents) {
      const double rate = rates[resident++].value;
      any_still |= still;
      if (ctas > 0 && !still) {
        Whereabouts& where = launches[{kernel, launch}];
        where.sms += group.sms;
        where.ctas += ctas * static_cast<double>(group.sms);
        where.rate += rate;
        where.most = std::max(where.most, ctas);
      }
    }
  }
  const auto even_rate_of = [&](std::size_t kernel, const Whereabouts& where, double of_memory) {
    const auto make = [&] { return even_rate(profile, kernel, where, of_memory); };
    return even_rates == nullptr
               ? make()
               : even_rates->get(WordsKey().add(kernel).add(where.sms).add(where.ctas).add(of_memory), make);
  };
  const bool alone = launches.size() == 1 && !any_still;
  for (const auto& [which, where] : launches) {
    double rate = where.rate;
    if (!where.even() || (!alone && !profile.pairs.empty())) {
      const double even = even_rate_of(which.first, where, memory);
      rate = alone ? even : std::min(rate, even);
    }
    if (where.sms < profile.sms && where.most > 1) {
      const auto widest = std::min(profile.sms, std::max(where.sms, static_cast<std::int64_t>(where.ctas)));
      rate = std::min(rate, even_rate_of(which.first, {.sms = widest, .ctas = where.ctas}, 1));
    }
    if (rate == where.rate) {
      continue;
    }
    resident = 0;
    for (const SmGroup& group : groups) {
      for (const KernelCtas& each : group.residents) {
        rates[resident++].value *= std::pair{each.kernel, each.launch} == which ? rate / where.rate : 1;
      }
    }
  }
}

}  // namespace

std::vector<SubtasksPerMilli> group_rates(const CoRunProfile& profile, std::span<const SmGroup> groups, double memory,
                                          Answers<double>* even_rates, std::vector<double>* waiting) {
  const std::vector<ResidentLaw> laws = laws_by_resident(profile, groups);
  std::vector<double> parts;
  std::vector<Resident> residents;
  // Groups that hold as many CTAs of the same kernels pay the same prices, whichever launches they are of.
  std::map<std::vector<std::pair<const CoRunKernel*, double>>, std::size_t> alike;
  std::vector<std::size_t> first_resident;  // by group
  std::size_t law = 0;
  for (const SmGroup& group : groups) {
    std::vector<std::pair<const CoRunKernel*, double>> held;
    for (const KernelCtas& resident : group.residents) {
      held.emplace_back(laws[law++].law, resident.still ? 0 : resident.ctas);
    }
    const auto [found, is_new] = alike.try_emplace(held, residents.size());
    if (is_new) {
      for (const auto& [kernel, ctas] : held) {
        residents.push_back({.kernel = kernel, .ctas = ctas, .group = parts.size()});
      }
      parts.push_back(0);
    }
    first_resident.push_back(found->second);
    if (!held.empty()) {
      parts[residents[found->second].group] +=
          static_cast<double>(group.sms) / (static_cast<double>(profile.sms) * memory);
    }
  }
  std::vector<double> waiting_on_an_sm;
  const std::vector<double> per_sm = co_run_rates(residents, parts, waiting == nullptr ? nullptr : &waiting_on_an_sm);
  std::vector<SubtasksPerMilli> rates;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t each = 0; each < groups[group].residents.size(); ++each) {
      const double on_an_sm = per_sm[first_resident[group] + each];
      rates.push_back({on_an_sm * static_cast<double>(groups[group].sms) * laws[rates.size()].factor});
      if (waiting != nullptr) {
        waiting->push_back(waiting_on_an_sm[first_resident[group] + each] * static_cast<double>(groups[group].sms));
      }
    }
  }
  even_out(profile, groups, memory, even_rates, rates);
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
