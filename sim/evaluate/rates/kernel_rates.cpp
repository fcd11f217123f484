#include "sim/evaluate/rates/kernel_rates.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace warpshop::evaluate {

KernelRates::KernelRates(const Instance& instance, const Share& share)
    : profile_(instance.co_run ? &*instance.co_run : nullptr),
      on_sm_(static_cast<std::size_t>(instance.chip->sm.count)) {
  for (const MemoryPartition& partition : share.partitions) {
    memory_.push_back(partition.bandwidth);
  }
  memory_.push_back(1);
  for (std::uint32_t sm = 0; sm < on_sm_.size(); ++sm) {
    partition_of_.push_back(share.partition_of(sm));
  }
}

std::vector<KernelRates::AlikeSms> KernelRates::alike_sms(std::span<const WorkingCtas> ctas) {
  std::for_each(on_sm_.begin(), on_sm_.end(), [](auto& sm) { sm.clear(); });
  for (std::size_t i = 0; i < ctas.size(); ++i) {
    std::for_each_n(on_sm_.begin() + ctas[i].on.first, ctas[i].on.sms, [i](auto& sm) { sm.push_back(i); });
  }
  std::map<std::pair<std::size_t, Held>, AlikeSms> alike;
  for (std::size_t sm = 0, end = 0; sm < on_sm_.size(); sm = end) {
    for (end = sm + 1; end < on_sm_.size() && partition_of_[end] == partition_of_[sm] && on_sm_[end] == on_sm_[sm];) {
      ++end;
    }
    if (on_sm_[sm].empty()) {
      continue;
    }
    AlikeSms run{.partition = partition_of_[sm]};
    for (const std::size_t i : on_sm_[sm]) {
      const HeldCtas its{.launch = ctas[i].launch, .still = ctas[i].still, .ctas = ctas[i].on.ctas};
      const auto place = std::find_if(run.held.begin(), run.held.end(),
                                      [&](const HeldCtas& each) { return each.launch >= its.launch; });
      if (place != run.held.end() && place->launch == its.launch) {
        place->ctas += its.ctas;
      } else {
        run.kernels.insert(run.kernels.begin() + (place - run.held.begin()), ctas[i].kernel);
        run.held.insert(place, its);
      }
    }
    const std::pair key{run.partition, run.held};
    AlikeSms& all = alike.try_emplace(key, std::move(run)).first->second;
    const auto sms = static_cast<std::int64_t>(end - sm);
    all.sms += sms;
    for (const std::size_t i : on_sm_[sm]) {
      all.ranges.emplace_back(i, sms);
    }
  }
  std::vector<AlikeSms> found;
  found.reserve(alike.size());
  for (auto& [key, all] : alike) {
    found.push_back(std::move(all));
  }
  return found;
}

void KernelRates::set(std::span<WorkingCtas> ctas, double faster, bool with_loads) {
  for (WorkingCtas& each : ctas) {
    each.rate = each.waiting = 0;
    each.busy = {};
  }
  const std::vector<AlikeSms> alike = alike_sms(ctas);
  for (auto first = alike.begin(), last = first; first != alike.end(); first = last) {
    std::vector<SmGroup> groups;
    for (; last != alike.end() && last->partition == first->partition; ++last) {
      SmGroup group{.sms = last->sms, .residents = {}};
      for (std::size_t i = 0; i < last->held.size(); ++i) {
        const auto& [launch, still, count] = last->held[i];
        if (last->kernels[i]->law) {
          group.residents.push_back({*last->kernels[i]->law, static_cast<double>(count), launch, still});
        } else if (last->held.size() > 1) {
          throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
        }
      }
      if (!group.residents.empty()) {
        groups.push_back(std::move(group));
      }
    }
    const GroupRates* rates = nullptr;
    std::vector<ResourceTimes> demands;
    if (!groups.empty()) {
      rates = &rates_of(groups, memory_[first->partition]);
      demands = with_loads ? group_demands(*profile_, groups) : demands;
    }
    std::size_t resident = 0;  // the first of the SMs
    for (auto same = first; same != last; ++same) {
      for (const auto& [i, sms] : same->ranges) {
        const KernelOnSms& kernel = *ctas[i].kernel;
        if (!kernel.law) {
          ctas[i].rate += ctas[i].still ? 0 : static_cast<double>(sms) * ctas[i].on.ctas / kernel.alone.count();
          continue;
        }
        const auto place =
            std::find_if(same->held.begin(), same->held.end(),
                         [launch = ctas[i].launch](const HeldCtas& each) { return each.launch == launch; });
        const std::size_t its = resident + static_cast<std::size_t>(place - same->held.begin());
        const double part = static_cast<double>(sms) / static_cast<double>(same->sms) * ctas[i].on.ctas / place->ctas;
        ctas[i].waiting += rates->waiting[its] * part;
        ctas[i].rate +=
            rates->rates[its].value * part / kernel.length * kernel.speed * (kernel.memory_bound ? faster : 1);
        for (std::size_t resource = 0; with_loads && resource < kSharedResources; ++resource) {
          ctas[i].busy[resource] += rates->rates[its].value * part * demands[its][resource].count();
        }
      }
      resident += same->kernels.front()->law ? same->held.size() : 0;
    }
  }
}

void KernelRates::set(std::span<WorkingCtas> ctas, double faster) {
  set(ctas, faster, false);
}

void KernelRates::set_with_loads(std::span<WorkingCtas> ctas) {
  set(ctas, 1, true);
}

double KernelRates::alone(const KernelOnSms& kernel, const Allocation& held) {
  std::map<std::uint32_t, std::int64_t> sms;  // by CTAs on each
  for (const SmRange& range : held) {
    sms[range.ctas] += range.sms;
  }
  std::vector<SmGroup> groups;
  groups.reserve(sms.size());
  for (const auto& [ctas, count] : sms) {
    groups.push_back({.sms = count, .residents = {{*kernel.law, static_cast<double>(ctas)}}});
  }
  double rate = 0;
  for (const SubtasksPerMilli& each : rates_of(groups, memory_of(held.front().first)).rates) {
    rate += each.value;
  }
  return rate / kernel.length;
}

std::size_t KernelRates::kind(const KernelOnSms& kernel) {
  set_.clear();
  if (kernel.law) {
    add_law(set_, *kernel.law);
    set_.add(kernel.length).add(kernel.memory_bound);
  } else {
    set_.add(kernel.alone);
  }
  return kinds_.get(set_, [this] { return next_kind_++; });
}

const KernelRates::GroupRates& KernelRates::rates_of(std::span<const SmGroup> groups, double memory) {
  set_.clear();
  launches_.clear();
  set_.add(memory);
  const auto number = [this](std::size_t launch) {
    const auto found = std::find(launches_.begin(), launches_.end(), launch);
    const auto place = static_cast<std::size_t>(found - launches_.begin());
    if (found == launches_.end()) {
      launches_.push_back(launch);
    }
    return place;
  };
  for (const SmGroup& group : groups) {
    set_.add(group.sms).add(group.residents.size());
    for (const auto& [kernel, ctas, launch, still] : group.residents) {
      add_law(set_, kernel);
      set_.add(ctas).add(number(launch)).add(still);
    }
  }
  return answers_.get(set_, [&] {
    GroupRates found;
    found.rates = group_rates(*profile_, groups, memory, &even_rates_, &found.waiting);
    return found;
  });
}

void KernelRates::add_law(WordsKey& key, std::size_t law) const {
  const CorrectedKernel& its = profile_->kernels[law];
  for (const CorrectionCurve* curve : {&its.by_ctas, &its.on_part, &its.by_sms}) {
    key.add(curve->points().data());
  }
  key.add(its.law).add(profile_->pairs.empty() ? 0 : law);
}

}  // namespace warpshop::evaluate
