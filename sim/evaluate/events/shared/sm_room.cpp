#include "sim/evaluate/events/shared/sm_room.hpp"

#include <algorithm>
#include <cassert>

namespace warpshop::evaluate {
namespace {

void add(SmResources& to, const SmResources& cta, std::int64_t times) {
  to.ctas += times * cta.ctas;
  to.threads += times * cta.threads;
  to.registers += times * cta.registers;
  to.shared_memory.count += times * cta.shared_memory.count;
}

bool holds(const SmResources& left, const SmResources& cta, std::int64_t times) {
  return times * cta.ctas <= left.ctas && times * cta.threads <= left.threads &&
         times * cta.registers <= left.registers && times * cta.shared_memory.count <= left.shared_memory.count;
}

/// Where fits(SM, so many of them there) as well.
template <class Fits>
std::vector<std::uint32_t> deal_in_turn(std::int64_t count, std::span<const std::uint32_t> wanted, const Fits& fits) {
  std::vector<std::uint32_t> dealt(wanted.size());
  for (bool any = true; any && count > 0;) {
    any = false;
    for (std::size_t sm = 0; sm < dealt.size() && count > 0; ++sm) {
      if (dealt[sm] < wanted[sm] && fits(sm, std::int64_t{dealt[sm]} + 1)) {
        ++dealt[sm];
        --count;
        any = true;
      }
    }
  }
  return dealt;
}

}  // namespace

void SmRoom::take(const SmRange& range, const SmResources& cta) {
  for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
    assert(holds(left_[sm], cta, range.ctas));
    add(left_[sm], cta, -std::int64_t{range.ctas});
  }
}

void SmRoom::give_back(const SmRange& range, const SmResources& cta) {
  for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
    add(left_[sm], cta, range.ctas);
  }
}

std::vector<std::uint32_t> SmRoom::deal(std::int64_t count, const SmResources& cta,
                                        std::span<const std::uint32_t> wanted) const {
  return deal_in_turn(count, wanted, [&](std::size_t sm, std::int64_t ctas) { return holds(left_[sm], cta, ctas); });
}

std::vector<std::uint32_t> deal_evenly(std::int64_t count, std::span<const std::uint32_t> wanted) {
  return deal_in_turn(count, wanted, [](std::size_t /*sm*/, std::int64_t /*ctas*/) { return true; });
}

std::vector<std::uint32_t> by_sm(const Allocation& allocation, std::size_t sms) {
  std::vector<std::uint32_t> ctas(sms);
  for (const SmRange& range : allocation) {
    assert(range.first + range.sms <= sms);
    std::fill_n(ctas.begin() + range.first, range.sms, range.ctas);
  }
  return ctas;
}

Allocation in_ranges(std::span<const std::uint32_t> ctas) {
  Allocation ranges;
  for (std::uint32_t sm = 0; sm < ctas.size(); ++sm) {
    if (ctas[sm] == 0) {
      continue;
    }
    if (!ranges.empty() && ranges.back().first + ranges.back().sms == sm && ranges.back().ctas == ctas[sm]) {
      ++ranges.back().sms;
    } else {
      ranges.push_back({.first = sm, .sms = 1, .ctas = ctas[sm]});
    }
  }
  return ranges;
}

}  // namespace warpshop::evaluate
