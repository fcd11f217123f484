#include "sim/model/sm_room.hpp"

#include <cassert>
#include <functional>

namespace warpshop {
namespace {

bool holds(const SmResources& left, const SmResources& cta, std::int64_t times) {
  return times * cta.ctas <= left.ctas && times * cta.threads <= left.threads &&
         times * cta.registers <= left.registers && times * cta.shared_memory.count <= left.shared_memory.count;
}

}  // namespace

void SmRoom::add(std::span<const SmRange> ctas, const SmResources& cta, std::int64_t times) {
  for (const SmRange& range : ctas) {
    const std::int64_t more = times * range.ctas;
    left_.change(range.first, range.sms, [&](SmResources& left) {
      assert(holds(left, cta, -more));
      left.ctas += more * cta.ctas;
      left.threads += more * cta.threads;
      left.registers += more * cta.registers;
      left.shared_memory.count += more * cta.shared_memory.count;
    });
  }
  left_.merge();
}

Allocation SmRoom::deal(std::int64_t count, const SmResources& cta, const Allocation& wanted) const {
  Allocation fitting;
  for (const SmRange& range : wanted) {
    for (std::uint32_t sm = range.first, end = sm; sm < range.first + range.sms; sm = end) {
      const auto run = left_.find(sm);
      end = std::min(run->end, range.first + range.sms);
      std::uint32_t ctas = range.ctas;
      while (ctas > 0 && !holds(run->value, cta, ctas)) {
        --ctas;
      }
      append(fitting, {.first = sm, .sms = end - sm, .ctas = ctas});
    }
  }
  return deal_evenly(count, fitting);
}

Allocation deal_evenly(std::int64_t count, const Allocation& wanted) {
  std::uint32_t rounds = 0;  // in which each SM is dealt one that wants so many
  while (true) {
    std::int64_t sms = 0;
    std::uint32_t least = kAllThatFit;
    for (const SmRange& range : wanted) {
      sms += range.ctas > rounds ? range.sms : 0;
      least = range.ctas > rounds ? std::min(least, range.ctas) : least;
    }
    if (sms == 0 || count < sms) {
      break;
    }
    const std::int64_t times = std::min<std::int64_t>(count / sms, least - rounds);
    rounds += static_cast<std::uint32_t>(times);
    count -= times * sms;
  }
  Allocation dealt;
  for (const SmRange& range : wanted) {  // and one more on the first that want it
    const std::uint32_t more =
        range.ctas > rounds ? static_cast<std::uint32_t>(std::min<std::int64_t>(count, range.sms)) : 0;
    append(dealt, {.first = range.first, .sms = more, .ctas = rounds + 1});
    append(dealt, {.first = range.first + more, .sms = range.sms - more, .ctas = std::min(range.ctas, rounds)});
    count -= more;
  }
  return dealt;
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
    append(ranges, {.first = sm, .sms = 1, .ctas = ctas[sm]});
  }
  return ranges;
}

std::int64_t ctas_of(const Allocation& allocation) {
  std::int64_t ctas = 0;
  for (const SmRange& range : allocation) {
    ctas += std::int64_t{range.sms} * range.ctas;
  }
  return ctas;
}

Allocation sum(const Allocation& one, const Allocation& other) {
  return combined(std::plus<std::uint32_t>(), one, other);
}

Allocation beyond(const Allocation& one, const Allocation& other) {
  return combined([](std::uint32_t has, std::uint32_t less) { return has - std::min(has, less); }, one, other);
}

}  // namespace warpshop
