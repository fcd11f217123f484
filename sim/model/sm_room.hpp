#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "sim/model/occupancy.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_runs.hpp"

namespace warpshop {

/// What is left of every SM.
class SmRoom {
 public:
  explicit SmRoom(const SmModel& sm) : left_(static_cast<std::uint32_t>(sm.count), resources_of(sm)) {}

  std::size_t sms() const { return left_.sms(); }
  void take(const SmRange& range, const SmResources& cta) { add({&range, 1}, cta, -1); }
  void take(const Allocation& ctas, const SmResources& cta) { add(ctas, cta, -1); }
  void give_back(const SmRange& range, const SmResources& cta) { add({&range, 1}, cta, 1); }
  void give_back(const Allocation& ctas, const SmResources& cta) { add(ctas, cta, 1); }

  /// Deals at most `count` CTAs out, as deal_evenly() does, where there is room. Takes nothing.
  Allocation deal(std::int64_t count, const SmResources& cta, const Allocation& wanted) const;

 private:
  /// What so many times the CTAs take is left as well.
  void add(std::span<const SmRange> ctas, const SmResources& cta, std::int64_t times);

  SmRuns<SmResources> left_;
};

/// At most `count` CTAs, one on each SM in turn (round robin) where fewer are than of those wanted.
Allocation deal_evenly(std::int64_t count, const Allocation& wanted);

/// CTAs by SM, of an allocation on a device of so many SMs.
std::vector<std::uint32_t> by_sm(const Allocation& allocation, std::size_t sms);

/// The allocation that has so many CTAs on each SM.
Allocation in_ranges(std::span<const std::uint32_t> ctas);

std::int64_t ctas_of(const Allocation& allocation);

/// Behind the ranges so far: one with the last, if that is its neighbour and has as many CTAs.
inline void append(Allocation& ranges, const SmRange& next) {
  if (next.sms == 0 || next.ctas == 0) {
    return;
  }
  if (!ranges.empty() && ranges.back().first + ranges.back().sms == next.first && ranges.back().ctas == next.ctas) {
    ranges.back().sms += next.sms;
  } else {
    constexpr std::size_t kMostly = 4;
    ranges.reserve(std::max(ranges.capacity(), kMostly));
    ranges.push_back(next);
  }
}

/// On each SM combine(CTAs of the one there, of the other, …), which of none is none.
template <class Combine, std::same_as<Allocation>... Each>
Allocation combined(const Combine& combine, const Each&... allocations) {
  struct Rest {
    const SmRange* next;
    const SmRange* behind;
  };
  std::array<Rest, sizeof...(allocations)> rests{Rest{allocations.data(), allocations.data() + allocations.size()}...};
  Allocation all;
  for (std::uint32_t sm = 0;;) {
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t end = kNone;
    std::array<std::uint32_t, sizeof...(allocations)> ctas{};
    for (std::size_t i = 0; i < rests.size(); ++i) {
      if (auto& [next, behind] = rests[i]; next != behind) {
        const bool there = next->first <= sm;
        ctas[i] = there ? next->ctas : 0;
        end = std::min(end, there ? next->first + next->sms : next->first);
      }
    }
    if (end == kNone) {
      return all;
    }
    append(all, {.first = sm, .sms = end - sm, .ctas = std::apply(combine, ctas)});
    for (auto& [next, behind] : rests) {
      next += next != behind && next->first + next->sms == end ? 1 : 0;
    }
    sm = end;
  }
}

/// What both have, and what the one has beyond the other.
Allocation sum(const Allocation& one, const Allocation& other);
Allocation beyond(const Allocation& one, const Allocation& other);

}  // namespace warpshop
