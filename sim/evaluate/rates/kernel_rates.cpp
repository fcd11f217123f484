#include "sim/evaluate/rates/kernel_rates.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace warpshop::evaluate {

KernelRates::KernelRates(const Instance& instance, const Share& share)
    : profile_(instance.co_run ? &*instance.co_run : nullptr) {
  for (const MemoryPartition& partition : share.partitions) {
    memory_.push_back(partition.bandwidth);
  }
  memory_.push_back(1);
  for (std::uint32_t sm = 0; sm < static_cast<std::uint32_t>(instance.chip->sm.count); ++sm) {
    partition_of_.push_back(share.partition_of(sm));
    if (sm > 0 && partition_of_[sm] != partition_of_[sm - 1]) {
      ends_of_partitions_.push_back(sm);
    }
  }
}

void KernelRates::find_sections(std::span<const WorkingCtas> ctas) {
  ends_ = ends_of_partitions_;
  for (const WorkingCtas& each : ctas) {
    ends_.insert(ends_.end(), {each.on.first, each.on.first + each.on.sms});
  }
  std::sort(ends_.begin(), ends_.end());
  ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  on_section_.resize(std::max(on_section_.size(), ends_.size()));
  std::for_each_n(on_section_.begin(), ends_.size(), [](std::vector<std::size_t>& ranges) { ranges.clear(); });
  for (std::size_t i = 0; i < ctas.size(); ++i) {
    const auto section = [this](std::uint32_t first) {
      return std::upper_bound(ends_.begin(), ends_.end(), first) - ends_.begin();
    };
    std::for_each(on_section_.begin() + section(ctas[i].on.first),
                  on_section_.begin() + section(ctas[i].on.first + ctas[i].on.sms - 1) + 1,
                  [i](std::vector<std::size_t>& ranges) { ranges.push_back(i); });
  }
}

std::span<const KernelRates::AlikeSms> KernelRates::alike_sms(std::span<const WorkingCtas> ctas) {
  find_sections(ctas);
  std::size_t kinds = 0;  // those behind are room that is kept
  for (std::size_t section = 0; section < ends_.size(); ++section) {
    const std::uint32_t first = section == 0 ? 0 : ends_[section - 1];
    if (on_section_[section].empty()) {
      continue;
    }
    if (kinds == alike_.size()) {
      alike_.emplace_back();
    }
    AlikeSms& run = alike_[kinds];
    run.begin(partition_of_[first]);
    for (const std::size_t i : on_section_[section]) {
      run.add({.launch = ctas[i].launch, .still = ctas[i].still, .ctas = ctas[i].on.ctas}, *ctas[i].kernel);
    }
    const auto end = alike_.begin() + static_cast<std::ptrdiff_t>(kinds);
    const auto same = std::find_if(alike_.begin(), end, [&run](const AlikeSms& each) {
      return each.partition == run.partition && each.held == run.held;
    });
    kinds += same == end ? 1 : 0;
    const auto sms = static_cast<std::int64_t>(ends_[section] - first);
    same->sms += sms;
    for (const std::size_t i : on_section_[section]) {
      same->ranges.emplace_back(i, sms);
    }
  }
  std::sort(alike_.begin(), alike_.begin() + static_cast<std::ptrdiff_t>(kinds),
            [](const AlikeSms& one, const AlikeSms& other) {
              return std::tie(one.partition, one.held) < std::tie(other.partition, other.held);
            });
  return std::span(alike_).first(kinds);
}

void KernelRates::AlikeSms::begin(std::size_t its_partition) {
  partition = its_partition;
  sms = 0;
  held.clear();
  kernels.clear();
  ranges.clear();
}

void KernelRates::AlikeSms::add(const HeldCtas& its, const KernelOnSms& kernel) {
  const auto place =
      std::find_if(held.begin(), held.end(), [&](const HeldCtas& each) { return each.launch >= its.launch; });
  if (place != held.end() && place->launch == its.launch) {
    place->ctas += its.ctas;
  } else {
    kernels.insert(kernels.begin() + (place - held.begin()), &kernel);
    held.insert(place, its);
  }
}

void KernelRates::set(std::span<WorkingCtas> ctas, double faster, bool with_loads) {
  for (WorkingCtas& each : ctas) {
    each.rate = each.waiting = 0;
    each.busy = {};
  }
  const std::span<const AlikeSms> alike = alike_sms(ctas);
  for (auto first = alike.begin(), last = first; first != alike.end(); first = last) {
    std::size_t with_law = 0;  // of groups_, of which those behind are room that is kept
    for (; last != alike.end() && last->partition == first->partition; ++last) {
      if (with_law == groups_.size()) {
        groups_.emplace_back();
      }
      SmGroup& group = groups_[with_law];
      group.sms = last->sms;
      group.residents.clear();
      for (std::size_t i = 0; i < last->held.size(); ++i) {
        const auto& [launch, still, count] = last->held[i];
        if (last->kernels[i]->law) {
          group.residents.push_back({*last->kernels[i]->law, static_cast<double>(count), launch, still});
        } else if (last->held.size() > 1) {
          throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
        }
      }
      with_law += group.residents.empty() ? 0 : 1;
    }
    const std::span<const SmGroup> groups = std::span(groups_).first(with_law);
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
