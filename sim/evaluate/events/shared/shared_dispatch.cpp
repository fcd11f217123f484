// How the compute engine that kernels share deals CTAs out and takes them back; shared.cpp says when.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/events/shared/last_round.hpp"
#include "sim/evaluate/events/shared/shared.hpp"

namespace warpshop::evaluate {

void Shared::shrink(Present& kernel, double now) {
  std::vector<std::uint32_t> over = held(kernel.slot, false);
  const std::vector<std::uint32_t> asked = by_sm(kernel.asked, over.size());
  bool any = false;
  for (std::size_t sm = 0; sm < over.size(); ++sm) {
    over[sm] -= std::min(over[sm], asked[sm]);
    any |= over[sm] > 0;
  }
  if (!any) {
    return;
  }
  stale_ = true;
  std::vector<Cohort> parts;
  for (std::size_t i = cohorts_.size(); i-- > 0;) {  // those that came last leave first
    if (cohorts_[i].slot == kernel.slot && !cohorts_[i].leaving) {
      divide(kernel, cohorts_[i], over, parts, now);
    }
  }
  std::erase_if(cohorts_, [](const Cohort& cohort) { return cohort.size() == 0; });
  cohorts_.insert(cohorts_.end(), parts.rbegin(), parts.rend());
  for (Cohort& cohort : cohorts_) {
    cohort.last &= cohort.slot != kernel.slot || kernel.left == 0;  // some may have been given back
  }
}

void Shared::divide(Present& kernel, Cohort& whole, std::vector<std::uint32_t>& over, std::vector<Cohort>& parts,
                    double now) {
  const auto leaving_of = [&](std::uint32_t sm) { return std::min(over[sm], whole.ctas); };
  close(whole, now);
  reopen(whole, now);
  for (std::uint32_t sm = whole.first_sm; sm < whole.last_sm();) {
    Cohort part = whole;  // neighbouring SMs that as many CTAs leave
    part.first_sm = sm;
    const std::uint32_t leave = leaving_of(sm);
    while (sm < whole.last_sm() && leaving_of(sm) == leave) {
      ++sm;
    }
    part.sms = sm - part.first_sm;
    if (leave < whole.ctas) {
      part.ctas = whole.ctas - leave;
      parts.push_back(part);
    }
    if (leave == 0) {
      continue;
    }
    std::for_each_n(over.begin() + part.first_sm, part.sms, [leave](std::uint32_t& each) { each -= leave; });
    part.ctas = leave;
    if (part.begins > now && part.phase == kernel.head_start) {  // it has no subtask in hand
      kernel.left += part.size();
      room_.give_back(part.range(), kernels_[part.slot].cta);
    } else {
      part.leaving = true;
      part.leaves = now + kernels_[part.slot].eviction.count();
      parts.push_back(part);
    }
  }
  whole.sms = 0;
}

void Shared::deal(double now) {
  std::set<std::uint32_t> resident;  // slots
  for (const Cohort& cohort : cohorts_) {
    resident.insert(cohort.slot);
  }
  std::vector<bool> kept(room_.sms());  // for kernels ahead, which have subtasks left for more CTAs
  std::vector<const Allocation*> in_vain;
  for (Present& kernel : running_) {
    const bool is_resident = resident.contains(kernel.slot);
    const bool no_grid_free = !is_resident && static_cast<std::int64_t>(resident.size()) >= instance_.chip->grids;
    if (kernel.left == 0 || kernel.asked.empty() || !kernel.swapped.empty() || no_grid_free) {
      continue;
    }
    // Who is behind one that asks for the same SMs and was dealt nothing, as is all that waits in a queue.
    const auto asks_for_the_same = [&](const Allocation* asked) { return *asked == kernel.asked; };
    if (!is_resident && std::any_of(in_vain.begin(), in_vain.end(), asks_for_the_same)) {
      continue;
    }
    const std::vector<std::uint32_t> asked = by_sm(kernel.asked, room_.sms());
    const std::vector<std::uint32_t> has = held(kernel.slot, false);
    std::vector<std::uint32_t> wanted = asked;
    for (std::size_t sm = 0; sm < wanted.size(); ++sm) {
      wanted[sm] = kept[sm] ? 0 : std::min(wanted[sm], kernels_[kernel.slot].per_sm);
      wanted[sm] -= std::min(wanted[sm], has[sm]);
    }
    const std::vector<std::uint32_t> dealt = room_.deal(kernel.left, kernels_[kernel.slot].cta, wanted);
    if (std::any_of(dealt.begin(), dealt.end(), [](std::uint32_t ctas) { return ctas > 0; })) {
      launch(kernel, dealt, now);
      resident.insert(kernel.slot);
    } else if (!is_resident) {
      in_vain.push_back(&kernel.asked);
    }
    bool all_kept = true;
    for (std::size_t sm = 0; sm < kept.size(); ++sm) {
      kept[sm] = kept[sm] || (kernel.left > 0 && asked[sm] > has[sm] + dealt[sm]);
      all_kept = all_kept && kept[sm];
    }
    if (all_kept) {
      return;
    }
  }
}

void Shared::launch(Present& kernel, std::span<const std::uint32_t> ctas, double now) {
  double begins = std::max(kernel.begins, now + instance_.chip->launch_latency.count());
  if (!kernel.launched) {
    kernel.launched = true;
    begins = kernel.begins = now + kernels_[kernel.slot].launch.count();
    begun_.push_back(kernel.slot);
  }
  kernel.left -= std::accumulate(ctas.begin(), ctas.end(), std::int64_t{0});
  for (const SmRange& range : in_ranges(ctas)) {
    add({.slot = kernel.slot,
         .first_sm = range.first,
         .sms = range.sms,
         .ctas = range.ctas,
         .begins = begins,
         .phase = kernel.head_start,
         .last = kernel.left == 0,
         .since = now,
         .phase_then = kernel.head_start});
  }
  std::int64_t holds = 0;
  for (const Cohort& cohort : cohorts_) {
    holds += cohort.slot == kernel.slot ? cohort.size() : 0;
  }
  kernels_[kernel.slot].widest = std::max(kernels_[kernel.slot].widest, holds);
}

void Shared::add(const Cohort& cohort) {
  room_.take(cohort.range(), kernels_[cohort.slot].cta);
  stale_ = true;
  cohorts_.push_back(cohort);
}

void Shared::close(const Cohort& cohort, double now) {
  if (now > cohort.since) {
    residencies_.push_back({.task = readiness_.task(cohort.slot),
                            .first_sm = cohort.first_sm,
                            .sms = cohort.sms,
                            .ctas_per_sm = cohort.ctas,
                            .start = Millis{cohort.since},
                            .end = Millis{now},
                            .subtasks = static_cast<double>(cohort.done) +
                                        static_cast<double>(cohort.size()) * (cohort.phase - cohort.phase_then)});
  }
}

void Shared::reopen(Cohort& cohort, double now) {
  cohort.since = now;
  cohort.phase_then = cohort.phase;
  cohort.done = 0;
}

Cohort Shared::split_sms(Cohort& cohort, std::uint32_t sms, double now) {
  close(cohort, now);
  reopen(cohort, now);
  Cohort rest = cohort;
  cohort.sms -= sms;
  rest.first_sm += cohort.sms;
  rest.sms = sms;
  return rest;
}

std::vector<std::uint32_t> Shared::held(std::uint32_t slot, bool also_leaving) const {
  std::vector<std::uint32_t> ctas(room_.sms());
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot == slot && (also_leaving || !cohort.leaving)) {
      for (std::uint32_t sm = cohort.first_sm; sm < cohort.last_sm(); ++sm) {
        ctas[sm] += cohort.ctas;
      }
    }
  }
  return ctas;
}

void Shared::spread_last(Present& kernel, double now) {
  const std::vector<std::uint32_t> asking = asking_of(kernel.slot);
  const auto of = static_cast<std::uint32_t>(
      std::find_if(asking.begin(), asking.end(), [](std::uint32_t ctas) { return ctas > 0; }) - asking.begin());
  const std::size_t partition = share_.partition_of(of);
  const double memory = partition < share_.partitions.size() ? share_.partitions[partition].bandwidth : 1;
  const double part =
      last_round_part(rates_by_set_ ? &*rates_by_set_ : nullptr, kernels_[kernel.slot], memory, asking, kernel.left);
  constexpr double kNone = 1e-9;
  if (part > 1 - kNone || kernel.head_start > 0) {
    take_last(kernel, now, kernel.head_start > 0 ? 1 : std::max(part, 1.0));
    return;
  }
  changed_ = true;
  stale_ = true;
  kernel.head_start = part < kNone ? 1 : 1 - part;
  kernel.last = std::exchange(kernel.left, 0);
  const double all = std::accumulate(asking.begin(), asking.end(), 0.0);
  for (Cohort& cohort : cohorts_) {
    if (cohort.slot == kernel.slot && cohort.asks) {
      cohort.asks = false;
      cohort.last = cohort.spreads = true;
      cohort.shift(1 - kernel.head_start * static_cast<double>(kernel.last) / all);
    }
  }
}

std::vector<std::uint32_t> Shared::asking_of(std::uint32_t slot) const {
  std::vector<std::uint32_t> asking(room_.sms());
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot == slot && cohort.asks) {
      for (std::uint32_t sm = cohort.first_sm; sm < cohort.last_sm(); ++sm) {
        asking[sm] += cohort.ctas;
      }
    }
  }
  return asking;
}

void Shared::take_last(Present& kernel, double now, double longer) {
  changed_ = true;
  stale_ = true;
  const SmResources cta = kernels_[kernel.slot].cta;
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot == kernel.slot && cohort.asks) {
      close(cohort, now);
      room_.give_back(cohort.range(), cta);
    }
  }
  std::vector<std::uint32_t> dealt = deal_evenly(kernel.left, asking_of(kernel.slot));
  kernel.left -= std::accumulate(dealt.begin(), dealt.end(), std::int64_t{0});
  std::vector<Cohort> cohorts;
  for (Cohort& whole : cohorts_) {
    if (whole.slot != kernel.slot || !whole.asks) {
      cohorts.push_back(whole);
      continue;
    }
    whole.asks = false;
    whole.spreads = false;
    whole.last = kernel.left == 0;  // where some of its CTAs leave, more are dealt to others
    reopen(whole, now);
    whole.shift(kernel.head_start);
    whole.longer = longer;
    const auto taken_of = [&](std::uint32_t sm) { return std::min(dealt[sm], whole.ctas); };
    for (std::uint32_t sm = whole.first_sm; sm < whole.last_sm();) {
      Cohort part = whole;  // neighbouring SMs with as many
      part.first_sm = sm;
      part.ctas = taken_of(sm);
      while (sm < whole.last_sm() && taken_of(sm) == part.ctas) {
        ++sm;
      }
      part.sms = sm - part.first_sm;
      std::for_each_n(dealt.begin() + part.first_sm, part.sms, [&](std::uint32_t& left) { left -= part.ctas; });
      if (part.ctas > 0) {
        room_.take(part.range(), cta);
        cohorts.push_back(part);
      }
    }
  }
  cohorts_ = std::move(cohorts);
}

void Shared::remove_gone(double now) {
  for (Cohort& cohort : cohorts_) {
    if (cohort.idle && cohort.leaves <= now && cohort.size() > 0) {
      close(cohort, now);
      room_.give_back(cohort.range(), kernels_[cohort.slot].cta);
      cohort.sms = 0;
      changed_ = true;
    }
  }
  std::erase_if(cohorts_, [](const Cohort& cohort) { return cohort.size() == 0; });
}

void Shared::cut_at_boundaries(double now) {
  const std::vector<bool> boundaries = sm_boundaries(cohorts_, share_, room_.sms(), now);
  for (std::size_t i = 0; i < cohorts_.size(); ++i) {
    if (!cohorts_[i].works(now)) {
      continue;
    }
    std::uint32_t cut = cohorts_[i].first_sm + 1;
    while (cut < cohorts_[i].last_sm() && !boundaries[cut]) {
      ++cut;
    }
    if (cut < cohorts_[i].last_sm()) {
      Cohort rest = split_sms(cohorts_[i], cohorts_[i].last_sm() - cut, now);
      cohorts_.insert(cohorts_.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
    }
  }
}

}  // namespace warpshop::evaluate
