#include "sim/evaluate/events/shared/cohort_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace warpshop::evaluate {
namespace {

/// CTAs by slot, on each SM of a group.
using Held = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// SMs that hold the same, wherever they are.
struct AlikeSms {
  std::int64_t sms = 0;
  std::vector<Cohort*> cohorts;
};

/// By partition and what they hold.
using AlikeGroups = std::map<std::pair<std::size_t, Held>, AlikeSms>;

void add(Held& held, const Cohort& cohort) {
  const auto place = std::lower_bound(held.begin(), held.end(), std::pair{cohort.slot, 0U});
  if (place != held.end() && place->first == cohort.slot) {
    place->second += cohort.ctas;
  } else {
    held.insert(place, {cohort.slot, cohort.ctas});
  }
}

AlikeGroups alike_groups(std::span<Cohort> cohorts, const Share& share, double now) {
  std::map<std::uint32_t, std::pair<Held, AlikeSms>> by_first_sm;
  for (Cohort& cohort : cohorts) {
    if (cohort.works(now)) {
      auto& [held, alike] = by_first_sm[cohort.first_sm];
      add(held, cohort);
      alike.sms = cohort.sms;
      alike.cohorts.push_back(&cohort);
    }
  }
  AlikeGroups groups;
  for (const auto& [sm, group] : by_first_sm) {
    AlikeSms& alike = groups[{share.partition_of(sm), group.first}];
    alike.sms += group.second.sms;
    alike.cohorts.insert(alike.cohorts.end(), group.second.cohorts.begin(), group.second.cohorts.end());
  }
  return groups;
}

/// The speed of a kernel without a law: alone on its SMs.
double lone_speed(const Held& held, const KernelOnSms& kernel) {
  if (held.size() > 1) {
    throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
  }
  return 1 / kernel.alone.count();
}

}  // namespace

std::vector<bool> sm_boundaries(std::span<const Cohort> cohorts, const Share& share, std::size_t sms, double now) {
  std::vector<bool> boundaries(sms + 1);
  for (const MemoryPartition& partition : share.partitions) {
    boundaries[partition.first] = true;
    boundaries[partition.first + partition.sms] = true;
  }
  for (const Cohort& cohort : cohorts) {
    if (cohort.works(now)) {
      boundaries[cohort.first_sm] = true;
      boundaries[cohort.last_sm()] = true;
    }
  }
  return boundaries;
}

void set_speeds(std::span<Cohort> cohorts, std::span<const KernelOnSms> kernels, RatesBySet* rates_by_set,
                const Share& share, const BesideCopies& beside, double now) {
  const AlikeGroups groups = alike_groups(cohorts, share, now);
  for (std::size_t partition = 0; partition <= share.partitions.size(); ++partition) {
    std::vector<SmGroup> with_law;
    for (const auto& [place, alike] : groups) {
      if (place.first == partition && kernels[place.second.front().first].law) {
        SmGroup& group = with_law.emplace_back(SmGroup{.sms = alike.sms, .residents = {}});
        for (const auto& [slot, ctas] : place.second) {
          if (!kernels[slot].law) {
            throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
          }
          group.residents.push_back({*kernels[slot].law, static_cast<double>(ctas), slot});
        }
      }
    }
    const double memory = partition < share.partitions.size() ? share.partitions[partition].bandwidth : 1;
    const std::span<const SubtasksPerMilli> rates =
        with_law.empty() ? std::span<const SubtasksPerMilli>{} : rates_by_set->rates(with_law, memory);
    std::size_t next = 0;
    for (const auto& [place, alike] : groups) {
      if (place.first != partition) {
        continue;
      }
      for (const auto& [slot, ctas] : place.second) {
        const KernelOnSms& kernel = kernels[slot];
        double speed = 0;
        if (kernel.law) {
          speed = rates[next++].value / (static_cast<double>(alike.sms) * ctas) / kernel.length;
          speed *= kernel.memory_bound ? beside.memory_bound : 1;
        } else {
          speed = lone_speed(place.second, kernel);
        }
        if (share.slice_launch > Millis{0}) {
          const auto widest = static_cast<double>(kernel.widest);
          speed /= share.slowed_by_slices(Millis{1 / speed}, std::ceil(static_cast<double>(kernel.subtasks) / widest));
        }
        for (Cohort* cohort : alike.cohorts) {
          if (cohort->slot == slot) {
            cohort->speed = speed / cohort->longer;
          }
        }
      }
    }
  }
}

}  // namespace warpshop::evaluate
