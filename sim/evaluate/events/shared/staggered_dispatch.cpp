// How CTAs that drift apart come and go; shared.cpp says how time passes for them.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/evaluate/events/shared/staggered.hpp"
#include "sim/evaluate/rates/cta_context.hpp"

namespace warpshop::evaluate {
namespace {

/// visit(part, value): the cohort cut into neighbouring SMs of which value(sm) is the same.
template <class Value, class Visit>
void for_each_part(const Cohort& whole, const Value& value, const Visit& visit) {
  for (std::uint32_t sm = whole.first_sm; sm < whole.last_sm();) {
    Cohort part = whole;
    part.first_sm = sm;
    const auto its = value(sm);
    while (sm < whole.last_sm() && value(sm) == its) {
      ++sm;
    }
    part.sms = sm - part.first_sm;
    visit(part, its);
  }
}

}  // namespace

void Staggered::adapt(Kernel& kernel, double now) {
  if (leaving_ == Leaving::swap) {
    if (kernel.asked.empty()) {
      count_preempted(kernel);
      for (Cohort& cohort : kernel.cohorts) {
        close(kernel, cohort, now);
        room_.give_back(cohort.range(), kernel.on_sms.cta);
        kernel.swapped.push_back(cohort);
      }
      kernel.cohorts.clear();
      stale_ = true;
      return;
    }
    for (Cohort& cohort : std::exchange(kernel.swapped, {})) {
      cohort.begins = std::max(cohort.begins, now);
      cohort.reopen(now);
      room_.take(cohort.range(), kernel.on_sms.cta);
      stale_ = true;
      kernel.cohorts.push_back(cohort);
    }
  }
  shrink(kernel, now);
}

void Staggered::shrink(Kernel& kernel, double now) {
  std::vector<std::uint32_t> over = kernel.by_sm(room_.sms(), [](const Cohort& each) { return !each.leaving; });
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
  count_preempted(kernel);
  if (leaving_ != Leaving::drain) {
    count_as_equally_far(kernel, now);
  }
  std::vector<Cohort> parts;
  for (std::size_t i = kernel.cohorts.size(); i-- > 0;) {  // those that came last leave first
    if (!kernel.cohorts[i].leaving) {
      divide(kernel, kernel.cohorts[i], over, parts, now);
    }
  }
  std::erase_if(kernel.cohorts, [](const Cohort& cohort) { return cohort.size() == 0; });
  kernel.cohorts.insert(kernel.cohorts.end(), parts.rbegin(), parts.rend());
  for (Cohort& cohort : kernel.cohorts) {
    cohort.last &= kernel.untaken == 0;  // some may have been given back
  }
}

void Staggered::divide(Kernel& kernel, Cohort& whole, std::vector<std::uint32_t>& over, std::vector<Cohort>& parts,
                       double now) {
  close(kernel, whole, now);
  const auto leaving_of = [&](std::uint32_t sm) { return std::min(over[sm], whole.ctas); };
  for_each_part(whole, leaving_of, [&](Cohort part, std::uint32_t leave) {
    if (leave < whole.ctas) {
      part.ctas = whole.ctas - leave;
      parts.push_back(part);
    }
    if (leave == 0) {
      return;
    }
    std::for_each_n(over.begin() + part.first_sm, part.sms, [leave](std::uint32_t& each) { each -= leave; });
    part.ctas = leave;
    preempt(kernel, part, parts, now);
  });
  whole.sms = 0;
}

// They leave as it was decided; once all do their part of the last subtasks, at the end of what they have in hand.
void Staggered::preempt(Kernel& kernel, Cohort part, std::vector<Cohort>& parts, double now) {
  const bool comes_back = part.move == ContextMove::in;
  const bool has_begun = part.begins <= now || part.phase != kernel.head_start;
  const bool is_flushed = leaving_ == Leaving::flush && kernel.head_start == 0;
  if (comes_back ? part.begins > now || leaving_ != Leaving::drain : !has_begun || is_flushed) {  // at once
    if (comes_back) {  // its context still is in memory
      kernel.saved.add(part.size(), part.phase);
    } else {
      const double lost = has_begun ? static_cast<double>(part.size()) * part.phase : 0;
      lose(kernel, {part.range()}, lost, part.speed > 0 ? lost / part.speed : 0, now);
      kernel.untaken += part.size();
    }
    room_.give_back(part.range(), kernel.on_sms.cta);
    changed_ |= share_.tells_when_left;
    return;
  }
  part.leaving = true;
  if (leaving_ == Leaving::save && !part.spreads) {
    kernel.moving = kernel.moving.law ? kernel.moving : moving_ctas(instance_, kernel.on_sms);
    part.move = ContextMove::out;
    part.moved = part.moves = 0;
    part.moves_since = now;
  } else {
    part.leaves = now + kernel.on_sms.eviction.count();
  }
  parts.push_back(part);
}

void Staggered::take(Kernel& kernel, const Allocation& dealt, double now) {
  const double begins =
      std::exchange(kernel.launched, true) ? std::max(kernel.begins, now + kernel.on_sms.join.count()) : kernel.begins;
  const auto add = [&](const Allocation& ctas, double phase, ContextMove move) {
    for (const SmRange& range : ctas) {
      kernel.cohorts.push_back({.first_sm = range.first,
                                .sms = range.sms,
                                .ctas = range.ctas,
                                .begins = begins,
                                .phase = phase,
                                .move = move,
                                .moves_since = now,
                                .last = kernel.untaken == 0 && move == ContextMove::none,
                                .since = now,
                                .phase_then = phase});
    }
  };
  const double saved = kernel.saved.phase;
  const Allocation resumed = deal_evenly(kernel.saved.resume(ctas_of(dealt)), dealt);
  add(resumed, saved, ContextMove::in);
  add(beyond(dealt, resumed), kernel.head_start, ContextMove::none);
}

// What is idle, but not long enough yet to have left by itself.
void Staggered::leave(Kernel& kernel) {
  for (Cohort& cohort : kernel.cohorts) {
    close(kernel, cohort, then_);
    room_.give_back(cohort.range(), kernel.on_sms.cta);
  }
}

void Staggered::close(const Kernel& kernel, Cohort& cohort, double now) {
  record(kernel, cohort.range(), cohort.since, now,
         static_cast<double>(cohort.done) + static_cast<double>(cohort.size()) * (cohort.phase - cohort.phase_then),
         cohort.still);
  cohort.reopen(now);
}

void Staggered::spread_last(Kernel& kernel, double now) {
  const Allocation places = asking(kernel, room_.sms());
  const double part = last_rounds_.part(kernel.on_sms, kernel.kind, places, kernel.untaken);
  constexpr double kNone = 1e-9;
  if (part > 1 - kNone || kernel.head_start > 0) {
    take_last(kernel, now, kernel.head_start > 0 ? 1 : std::max(part, 1.0));
    return;
  }
  changed_ = true;
  stale_ = true;
  kernel.head_start = part < kNone ? 1 : 1 - part;
  kernel.last = std::exchange(kernel.untaken, 0);
  const auto all = static_cast<double>(ctas_of(places));
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.asks) {
      cohort.asks = false;
      cohort.last = cohort.spreads = true;
      cohort.shift(1 - kernel.head_start * static_cast<double>(kernel.last) / all);
    }
  }
}

Allocation Staggered::asking(const Kernel& kernel, std::size_t sms) {
  return in_ranges(kernel.by_sm(sms, [](const Cohort& each) { return each.asks; }));
}

template <class TakePlace>
void Staggered::divide_asking(Kernel& kernel, std::vector<std::uint32_t> chosen, double now,
                              const TakePlace& take_place) {
  std::vector<Cohort> cohorts;
  for (Cohort& whole : kernel.cohorts) {
    if (!whole.asks) {
      cohorts.push_back(whole);
      continue;
    }
    close(kernel, whole, now);
    const auto chosen_of = [&](std::uint32_t sm) { return std::min(chosen[sm], whole.ctas); };
    for_each_part(whole, chosen_of, [&](const Cohort& part, std::uint32_t ctas) {
      std::for_each_n(chosen.begin() + part.first_sm, part.sms, [ctas](std::uint32_t& left) { left -= ctas; });
      take_place(part, ctas, cohorts);
    });
  }
  kernel.cohorts = std::move(cohorts);
  stale_ = true;
}

void Staggered::resume(Kernel& kernel, double now) {
  const Allocation places = asking(kernel, room_.sms());
  const double phase = kernel.saved.phase;
  const Allocation resumed = deal_evenly(kernel.saved.resume(ctas_of(places)), places);
  divide_asking(kernel, by_sm(resumed, room_.sms()), now,
                [&](Cohort part, std::uint32_t ctas, std::vector<Cohort>& cohorts) {
                  Cohort rest = part;  // behind those that go on, and so the first that leave
                  rest.ctas -= ctas;
                  part.ctas = ctas;
                  part.asks = part.last = false;
                  part.move = ContextMove::in;
                  part.moved = part.moves = 0;
                  part.moves_since = now;
                  part.longer = 1;
                  part.shift(phase);
                  for (const Cohort& each : {part, rest}) {
                    if (each.ctas > 0) {
                      cohorts.push_back(each);
                    }
                  }
                });
}

void Staggered::take_last(Kernel& kernel, double now, double longer) {
  changed_ = true;
  const Allocation places = asking(kernel, room_.sms());
  const std::vector<std::uint32_t> dealt = by_sm(deal_evenly(kernel.untaken, places), room_.sms());
  kernel.untaken -= std::min(kernel.untaken, ctas_of(places));
  divide_asking(kernel, dealt, now, [&](Cohort part, std::uint32_t ctas, std::vector<Cohort>& cohorts) {
    room_.give_back(part.range(), kernel.on_sms.cta);
    part.ctas = ctas;
    part.asks = part.spreads = false;
    part.last = kernel.untaken == 0;  // where some of its CTAs leave, more are dealt to others
    part.shift(kernel.head_start);
    part.longer = longer;
    if (ctas > 0) {
      room_.take(part.range(), kernel.on_sms.cta);
      cohorts.push_back(part);
    }
  });
}

// Between two boundaries SMs hold the same, of one partition.
void Staggered::cut_at_boundaries(double now) {
  std::vector<bool> boundaries(room_.sms() + 1);
  for (const MemoryPartition& partition : share_.partitions) {
    boundaries[partition.first] = boundaries[partition.first + partition.sms] = true;
  }
  for (const auto& [turn, kernel] : launched_) {
    for (const Cohort& cohort : kernel.cohorts) {
      if (cohort.works(now) || cohort.is_moving(now)) {
        boundaries[cohort.first_sm] = boundaries[cohort.last_sm()] = true;
      }
    }
    if (const Allowances* allowances = allowances_of(kernel)) {
      allowances->for_each_part({.first = 0, .sms = static_cast<std::uint32_t>(room_.sms())},
                                [&](const SmRange& part, bool /*still*/) { boundaries[part.first] = true; });
    }
  }
  std::vector<std::uint32_t> section(room_.sms());  // by SM
  for (std::size_t sm = 1; sm < section.size(); ++sm) {
    section[sm] = section[sm - 1] + (boundaries[sm] ? 1 : 0);
  }
  for (auto& [turn, kernel] : launched_) {
    std::vector<Cohort> cohorts;
    for (Cohort& whole : kernel.cohorts) {
      if ((whole.works(now) || whole.is_moving(now)) && section[whole.first_sm] != section[whole.last_sm() - 1]) {
        close(kernel, whole, now);
        for_each_part(
            whole, [&](std::uint32_t sm) { return section[sm]; },
            [&](const Cohort& part, std::uint32_t /*section*/) { cohorts.push_back(part); });
      } else {
        cohorts.push_back(whole);
      }
    }
    kernel.cohorts = std::move(cohorts);
  }
}

}  // namespace warpshop::evaluate
