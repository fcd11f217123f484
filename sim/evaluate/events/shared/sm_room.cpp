#include "sim/evaluate/events/shared/sm_room.hpp"

#include <cassert>
#include <functional>

namespace warpshop::evaluate {
namespace {

bool holds(const SmResources& left, const SmResources& cta, std::int64_t times) {
  return times * cta.ctas <= left.ctas && times * cta.threads <= left.threads &&
         times * cta.registers <= left.registers && times * cta.shared_memory.count <= left.shared_memory.count;
}

}  // namespace

void SmRoom::take(const Allocation& ctas, const SmResources& cta) {
  for (const SmRange& range : ctas) {
    take(range, cta);
  }
}

void SmRoom::give_back(const Allocation& ctas, const SmResources& cta) {
  for (const SmRange& range : ctas) {
    give_back(range, cta);
  }
}

void SmRoom::add(const SmRange& range, const SmResources& cta, std::int64_t times) {
  const std::size_t first = cut(range.first);
  const std::size_t last = cut(range.first + range.sms);
  for (std::size_t run = first; run < last; ++run) {
    SmResources& left = left_[run].left;
    assert(holds(left, cta, -times));
    left.ctas += times * cta.ctas;
    left.threads += times * cta.threads;
    left.registers += times * cta.registers;
    left.shared_memory.count += times * cta.shared_memory.count;
  }
  std::size_t runs = 0;
  for (const Run& run : left_) {
    runs -= runs > 0 && left_[runs - 1].left == run.left ? 1 : 0;
    left_[runs++] = run;
  }
  left_.resize(runs);
}

std::size_t SmRoom::cut(std::uint32_t sm) {
  if (sm == 0) {
    return 0;
  }
  auto run = std::find_if(left_.begin(), left_.end(), [sm](const Run& each) { return each.end >= sm; });
  if (run->end > sm) {
    run = left_.insert(run, {.end = sm, .left = run->left});
  }
  return static_cast<std::size_t>(run - left_.begin()) + 1;
}

Allocation SmRoom::deal(std::int64_t count, const SmResources& cta, const Allocation& wanted) const {
  Allocation fitting;
  auto run = left_.begin();
  for (const SmRange& range : wanted) {
    for (std::uint32_t sm = range.first, end = sm; sm < range.first + range.sms; sm = end) {
      run = std::find_if(run, left_.end(), [sm](const Run& each) { return each.end > sm; });
      end = std::min(run->end, range.first + range.sms);
      std::uint32_t ctas = range.ctas;
      while (ctas > 0 && !holds(run->left, cta, ctas)) {
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

}  // namespace warpshop::evaluate
