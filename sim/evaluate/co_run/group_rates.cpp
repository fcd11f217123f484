#include "sim/evaluate/co_run/group_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "sim/evaluate/co_run/correction.hpp"
#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::evaluate {
namespace {

/// A map of few keys, in the order in which they came.
template <class Key, class Value>
class FewKeys {
 public:
  Value& operator[](const Key& key) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.first == key; });
    return found == all_.end() ? all_.emplace_back(key, Value{}).second : found->second;
  }
  std::size_t size() const { return all_.size(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<std::pair<Key, Value>> all_;
};

/// A kernel, and which of its launches.
using Launch = std::pair<std::size_t, std::size_t>;

/// What the kernels are.
struct Laws {
  FewKeys<std::size_t, const CorrectedKernel*> kernels;
  const CorrectedPair* pair = nullptr;  ///< of exactly two that were measured together
};

Laws laws_of(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  Laws laws;
  for (const SmGroup& group : groups) {
    for (const KernelCtas& resident : group.residents) {
      if (resident.ctas > 0 &&
          resident.kernel != profile.context) {  // which leaves two what they are beside each other
        laws.kernels[resident.kernel] = &profile.kernels[resident.kernel];
      }
    }
  }
  if (laws.kernels.size() == 2) {
    const auto [first, second] = std::minmax(laws.kernels.begin()->first, std::next(laws.kernels.begin())->first);
    for (const CorrectedPair& pair : profile.pairs) {
      if (pair.first == first && pair.second == second) {
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
  return ctas[0] > 0 && ctas[1] > 0 ? factor_at(curve.points(), pair->share(ctas[0], ctas[1])) : 1;
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
  const double on_all = factor_at(kernel.by_ctas.points(), ctas);
  if (sms == static_cast<double>(profile.sms)) {
    return on_all;
  }
  const double on_part = factor_at(kernel.on_part.points(), ctas);
  return average > 1 ? on_part : std::min(on_part, on_all);
}

/// By group and resident in their order.
std::vector<ResidentLaw> laws_by_resident(const CoRunProfile& profile, std::span<const SmGroup> groups) {
  struct On {
    double sms = 0;
    std::size_t last_group = 0;  // counted there, from 1
  };
  Laws laws = laws_of(profile, groups);
  FewKeys<Launch, double> sms;          // that each launch is on
  FewKeys<std::size_t, On> all_sms_of;  // that each kernel is on
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const auto& [kernel, ctas, launch, still] : groups[group].residents) {
      const double here = ctas > 0 ? static_cast<double>(groups[group].sms) : 0;
      sms[{kernel, launch}] += here;
      On& on = all_sms_of[kernel];
      if (here > 0 && on.last_group != group + 1) {
        on.last_group = group + 1;
        on.sms += here;
      }
    }
  }
  std::vector<ResidentLaw> found;
  for (const SmGroup& group : groups) {
    for (const auto& [kernel, ctas, launch, still] : group.residents) {
      const CorrectedKernel* const known = laws.kernels[kernel];
      const CorrectedKernel& own = known == nullptr ? profile.kernels[kernel] : *known;
      const double all_sms = all_sms_of[kernel].sms;
      const double by_sms =
          std::min(factor_at(own.by_sms.points(), all_sms), factor_at(own.by_sms.points(), sms[{kernel, launch}]));
      const double beside = by_share(laws.pair, kernel, group);
      found.push_back({&own.law, beside * by_sms * by_ctas(profile, own, all_sms, ctas, ctas)});
    }
  }
  return found;
}

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
    return by_ctas(profile, own, sms, where.ctas / sms, ctas) * factor_at(own.by_sms.points(), sms);
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
  FewKeys<Launch, Whereabouts> launches;
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
        rates[resident++].value *= Launch{each.kernel, each.launch} == which ? rate / where.rate : 1;
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
  std::vector<std::size_t> begins{0};       // by part: its first resident, and behind the last
  std::vector<std::size_t> first_resident;  // by group
  std::size_t its_laws = 0;
  for (const SmGroup& group : groups) {
    if (group.residents.empty()) {
      first_resident.push_back(residents.size());
      continue;
    }
    // Groups that hold as many CTAs of the same kernels pay the same prices, whichever launches they are of.
    const std::size_t first_law = std::exchange(its_laws, its_laws + group.residents.size());
    const auto is_alike = [&](std::size_t first, std::size_t behind) {
      for (std::size_t i = 0; i < group.residents.size(); ++i) {
        const KernelCtas& its = group.residents[i];
        if (first + i >= behind || residents[first + i].kernel != laws[first_law + i].law ||
            residents[first + i].ctas != (its.still ? 0 : its.ctas)) {
          return false;
        }
      }
      return first + group.residents.size() == behind;
    };
    std::size_t alike = 0;  // of parts
    while (alike < parts.size() && !is_alike(begins[alike], begins[alike + 1])) {
      ++alike;
    }
    if (alike == parts.size()) {
      for (std::size_t i = 0; i < group.residents.size(); ++i) {
        const KernelCtas& its = group.residents[i];
        residents.push_back({.kernel = laws[first_law + i].law, .ctas = its.still ? 0 : its.ctas, .group = alike});
      }
      parts.push_back(0);
      begins.push_back(residents.size());
    }
    first_resident.push_back(begins[alike]);
    parts[alike] += static_cast<double>(group.sms) / (static_cast<double>(profile.sms) * memory);
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

}  // namespace warpshop::evaluate
