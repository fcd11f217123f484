#include "sim/evaluate/rates/kernel_rates.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>

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

template <class Visit>
void KernelRates::for_each_partition(const WorkingSms& sms, const Visit& visit) {
  const std::span<const WorkingSms::Kind> kinds = sms.kinds();
  for (auto first = kinds.begin(), last = first; first != kinds.end(); first = last) {
    last = std::find_if(first, kinds.end(), [&](const auto& each) { return each.partition != first->partition; });
    visit(std::span(first, last));
  }
}

const RatesByKind& KernelRates::by_kind(WorkingSms& sms, std::span<const Kernel> kernels) {
  sms.find(ends_of_partitions_, partition_of_);
  key_.clear();
  for (const Kernel& kernel : kernels) {
    key_.add(kernel.kind);
  }
  sms.add_to(key_);
  return answers_.get(key_, [&] { return find(sms, kernels); });
}

std::vector<SmGroup> KernelRates::groups_of(std::span<const WorkingSms::Kind> kinds, std::span<const Kernel> kernels) {
  std::vector<SmGroup> groups;
  groups.reserve(kinds.size());
  for (const WorkingSms::Kind& kind : kinds) {
    SmGroup& group = groups.emplace_back();
    group.sms = kind.sms;
    for (const auto& [kernel, ctas, still] : kind.kernels) {
      if (kernels[kernel].on_sms->law) {
        group.residents.push_back({*kernels[kernel].on_sms->law, static_cast<double>(ctas), kernel, still});
      } else if (kind.kernels.size() > 1) {
        throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
      }
    }
  }
  return groups;
}

RatesByKind KernelRates::find(const WorkingSms& sms, std::span<const Kernel> kernels) {
  RatesByKind found;
  found.rates.resize(sms.places());
  found.waiting.resize(sms.places());
  for_each_partition(sms, [&](std::span<const WorkingSms::Kind> kinds) {
    const std::vector<SmGroup> groups = groups_of(kinds, kernels);
    std::vector<double> waiting;
    std::vector<SubtasksPerMilli> rates;
    if (std::any_of(groups.begin(), groups.end(), [](const SmGroup& group) { return !group.residents.empty(); })) {
      rates = group_rates(*profile_, groups, memory_[kinds.front().partition], &even_rates_, &waiting);
    }
    std::size_t resident = 0;
    for (const WorkingSms::Kind& kind : kinds) {
      std::size_t place = kind.place;
      for (const auto& [kernel, ctas, still] : kind.kernels) {
        if (kernels[kernel].on_sms->law) {
          found.rates[place].value = rates[resident].value / kind.sms;
          found.waiting[place] = waiting[resident] / kind.sms;
          ++resident;
        } else if (!still) {
          found.rates[place].value = ctas / kernels[kernel].on_sms->alone.count();
        }
        ++place;
      }
    }
  });
  return found;
}

void KernelRates::number_launches(std::span<const WorkingCtas> ctas) {
  kernels_.clear();
  numbers_.clear();
  by_launch_.clear();
  std::vector<std::size_t> launches;
  for (const WorkingCtas& each : ctas) {
    auto launch = launches.empty() || launches.back() != each.launch ? launches.begin() : std::prev(launches.end());
    launch = std::find(launch, launches.end(), each.launch);
    numbers_.push_back(static_cast<std::uint32_t>(launch - launches.begin()));
    by_launch_.push_back(by_launch_.size());
    if (launch == launches.end()) {
      launches.push_back(each.launch);
      kernels_.push_back({.on_sms = each.kernel, .kind = kind(*each.kernel)});
    }
  }
  const auto is_before = [this](std::size_t one, std::size_t other) { return numbers_[one] < numbers_[other]; };
  if (!std::is_sorted(by_launch_.begin(), by_launch_.end(), is_before)) {
    std::stable_sort(by_launch_.begin(), by_launch_.end(), is_before);
  }
}

void KernelRates::set(std::span<WorkingCtas> ctas, double faster, bool with_loads) {
  number_launches(ctas);
  sms_.begin();
  for (const std::size_t i : by_launch_) {
    sms_.add(numbers_[i], ctas[i].on, ctas[i].still);
  }
  const RatesByKind& found = by_kind(sms_, kernels_);
  std::vector<ResourceTimes> demands;  // by place
  if (with_loads) {
    for_each_partition(sms_, [&](std::span<const WorkingSms::Kind> kinds) {
      const std::vector<ResourceTimes> its = group_demands(*profile_, groups_of(kinds, kernels_));
      demands.insert(demands.end(), its.begin(), its.end());
    });
  }
  for (std::size_t i = 0; i < ctas.size(); ++i) {
    WorkingCtas& each = ctas[i];
    each.rate = each.waiting = 0;
    each.busy = {};
    sms_.for_each_place(each.on, numbers_[i], [&](std::size_t place, double times) {
      each.waiting += found.waiting[place] * times;
      each.rate += own_rate(*each.kernel, found.rates[place], faster) * times;
      for (std::size_t resource = 0; with_loads && resource < kSharedResources; ++resource) {
        each.busy[resource] += found.rates[place].value * times * demands[place][resource].count();
      }
    });
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
  const double memory = memory_of(held.front().first);
  key_.clear();
  add_law(key_, *kernel.law);
  key_.add(memory);
  for (const auto& [ctas, count] : sms) {
    key_.add(ctas).add(count);
  }
  const double rate = alone_.get(key_, [&] {
    std::vector<SmGroup> groups;
    groups.reserve(sms.size());
    for (const auto& [ctas, count] : sms) {
      groups.push_back({.sms = count, .residents = {{*kernel.law, static_cast<double>(ctas)}}});
    }
    double all = 0;
    for (const SubtasksPerMilli& each : group_rates(*profile_, groups, memory, &even_rates_)) {
      all += each.value;
    }
    return all;
  });
  return rate / kernel.length;
}

std::size_t KernelRates::kind(const KernelOnSms& kernel) {
  key_.clear();
  if (kernel.law) {
    add_law(key_, *kernel.law);
    key_.add(kernel.length).add(kernel.memory_bound);
  } else {
    key_.add(kernel.alone);
  }
  return kinds_.get(key_, [this] { return next_kind_++; });
}

void KernelRates::add_law(WordsKey& key, std::size_t law) const {
  const CorrectedKernel& its = profile_->kernels[law];
  for (const CorrectionCurve* curve : {&its.by_ctas, &its.on_part, &its.by_sms}) {
    key.add(curve->points().data());
  }
  key.add(its.law).add(profile_->pairs.empty() ? 0 : law);
}

}  // namespace warpshop::evaluate
