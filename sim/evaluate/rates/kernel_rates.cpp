#include "sim/evaluate/rates/kernel_rates.hpp"

#include <algorithm>
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
  for (std::size_t first = 0, last = first; first < sms.kinds(); first = last) {
    while (last < sms.kinds() && sms.partition(last) == sms.partition(first)) {
      ++last;
    }
    visit(first, last);
  }
}

const RatesByKind& KernelRates::of(WorkingSms& sms, std::span<const Kernel> kernels) {
  sms.find(ends_of_partitions_, partition_of_);
  key_.clear();
  for (const Kernel& kernel : kernels) {
    key_.add(kernel.kind);
  }
  sms.add_to(key_);
  return answers_.get(key_, [&] { return find(sms, kernels); });
}

std::vector<SmGroup> KernelRates::groups_of(const WorkingSms& sms, std::span<const Kernel> kernels, std::size_t first,
                                            std::size_t last) const {
  std::vector<SmGroup> groups(last - first);
  for (std::size_t kind = first; kind < last; ++kind) {
    SmGroup& group = groups[kind - first];
    group.sms = sms.sms(kind);
    std::size_t residents = 0;
    for (std::size_t number = 0; number < kernels.size(); ++number) {
      const auto [ctas, still] = sms.of_kind(kind, number);
      residents += ctas > 0 ? 1 : 0;
      if (ctas > 0 && kernels[number].on_sms->law) {
        group.residents.push_back({*kernels[number].on_sms->law, static_cast<double>(ctas), number, still});
      }
    }
    if (group.residents.size() < residents && residents > 1) {
      throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
    }
  }
  return groups;
}

RatesByKind KernelRates::find(const WorkingSms& sms, std::span<const Kernel> kernels) {
  RatesByKind found;
  found.rates.resize(sms.kinds() * kernels.size());
  found.waiting.resize(found.rates.size());
  for_each_partition(sms, [&](std::size_t first, std::size_t last) {
    const std::vector<SmGroup> groups = groups_of(sms, kernels, first, last);
    std::vector<double> waiting;
    std::vector<SubtasksPerMilli> rates;
    if (std::any_of(groups.begin(), groups.end(), [](const SmGroup& group) { return !group.residents.empty(); })) {
      rates = group_rates(*profile_, groups, memory_[sms.partition(first)], &even_rates_, &waiting);
    }
    std::size_t resident = 0;
    for (std::size_t kind = first; kind < last; ++kind) {
      for (std::size_t number = 0; number < kernels.size(); ++number) {
        const auto [ctas, still] = sms.of_kind(kind, number);
        const std::size_t place = kind * kernels.size() + number;
        if (ctas > 0 && kernels[number].on_sms->law) {
          found.rates[place].value = rates[resident].value / sms.sms(kind);
          found.waiting[place] = waiting[resident] / sms.sms(kind);
          ++resident;
        } else if (ctas > 0 && !still) {
          found.rates[place].value = ctas / kernels[number].on_sms->alone.count();
        }
      }
    }
  });
  return found;
}

void KernelRates::set(std::span<WorkingCtas> ctas, double faster, bool with_loads) {
  kernels_.clear();
  std::vector<std::size_t> launches;
  std::vector<std::size_t> numbers;  // by range
  for (const WorkingCtas& each : ctas) {
    const auto launch = std::find(launches.begin(), launches.end(), each.launch);
    numbers.push_back(static_cast<std::size_t>(launch - launches.begin()));
    if (launch == launches.end()) {
      launches.push_back(each.launch);
      kernels_.push_back({.on_sms = each.kernel, .kind = kind(*each.kernel)});
    }
  }
  sms_.begin(kernels_.size());
  for (std::size_t i = 0; i < ctas.size(); ++i) {
    sms_.add(numbers[i], ctas[i].on, ctas[i].still);
  }
  const RatesByKind& by_kind = of(sms_, kernels_);
  std::vector<ResourceTimes> demands(with_loads ? by_kind.rates.size() : 0);
  for_each_partition(sms_, [&](std::size_t first, std::size_t last) {
    if (with_loads) {
      auto next = group_demands(*profile_, groups_of(sms_, kernels_, first, last));
      auto its = next.begin();
      for (std::size_t place = first * kernels_.size(); place < last * kernels_.size(); ++place) {
        if (sms_.of_kind(place / kernels_.size(), place % kernels_.size()).ctas > 0) {
          demands[place] = *its++;
        }
      }
    }
  });
  for (std::size_t i = 0; i < ctas.size(); ++i) {
    WorkingCtas& each = ctas[i];
    each.rate = each.waiting = 0;
    each.busy = {};
    for (const WorkingSms::Section& section : sms_.sections_of(each.on)) {
      const std::size_t place = section.kind * kernels_.size() + numbers[i];
      const double part = static_cast<double>(section.span.sms) * each.on.ctas / sms_.on(section, numbers[i]).ctas;
      each.waiting += by_kind.waiting[place] * part;
      each.rate += own(*each.kernel, by_kind.rates[place], faster) * part;
      for (std::size_t resource = 0; with_loads && resource < kSharedResources; ++resource) {
        each.busy[resource] += by_kind.rates[place].value * part * demands[place][resource].count();
      }
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
