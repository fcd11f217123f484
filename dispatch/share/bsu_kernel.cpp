#include "dispatch/share/bsu_kernel.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {

BsuKernel::BsuKernel(const gpu::Device& device, gpu::BsuPool& pool, std::uint32_t* next_subtask,
                     const KernelLaunch& launch, const CtaNeeds& needs, const PlanBegin& begin)
    : device_(device),
      launch_(launch),
      plan_(begin),
      needs_(needs),
      sms_(static_cast<std::uint32_t>(device.properties().sms)),
      lacks_(sms_),
      bsus_(pool, launch.subtasks, next_subtask) {}

BsuKernel::Counts BsuKernel::counts_of(const Allocation& asked) const {
  Counts counts = by_sm(asked, sms_);
  for (std::uint32_t& ctas : counts) {
    ctas = std::min(ctas, needs_.per_sm);
  }
  return counts;
}

/// Each BSU that is wanted on all its SMs stays.
void BsuKernel::ask(const Allocation& asked) {
  asked_ = asked;
  lacks_ = counts_of(asked);
  for (Live& live : live_) {
    if (live.told) {
      continue;
    }
    const auto first = lacks_.begin() + static_cast<std::ptrdiff_t>(live.on.first);
    const auto end = first + static_cast<std::ptrdiff_t>(live.on.sms);
    if (std::all_of(first, end, [](std::uint32_t ctas) { return ctas > 0; })) {
      std::for_each(first, end, [](std::uint32_t& ctas) { --ctas; });
    } else {
      gpu::BsuSet::evict(*live.bsu);
      live.told = device_.driver().now();
    }
  }
}

void BsuKernel::occupy(SmRoom& room) const {
  for (const Live& live : live_) {
    room.take(live.on, needs_.cta);
  }
}

std::int64_t BsuKernel::untaken() const {
  std::int64_t left = std::int64_t{launch_.subtasks} - bsus_.done();
  for (const Live& live : live_) {
    left -= live.on.sms;
  }
  return std::max<std::int64_t>(left, 0);
}

/// A layer of one CTA a SM after the other.
void BsuKernel::deal(SmRoom& room, Allocation& kept) {
  const auto wanted = [](std::uint32_t is_kept, std::uint32_t lacks) { return is_kept > 0 ? 0 : lacks; };
  Allocation dealt = room.deal(untaken(), needs_.cta, combined(wanted, kept, in_ranges(lacks_)));
  room.take(dealt, needs_.cta);
  lacks_ = by_sm(beyond(in_ranges(lacks_), dealt), sms_);
  while (!dealt.empty()) {
    const Allocation layer = combined([](std::uint32_t ctas) { return std::min(ctas, 1U); }, dealt);
    for (const SmRange& on : layer) {
      launch(on);
    }
    dealt = beyond(dealt, layer);
  }
  if (untaken() > 0) {
    kept = sum(kept, in_ranges(lacks_));
  }
}

/// A grid of as many CTAs as there are SMs comes to each that has room.
void BsuKernel::launch(const SmRange& on) {
  gpu::BsuPool::Bsu& bsu = bsus_.launch(launch_.code, launch_.arguments, sms_, {.first_sm = on.first, .sms = on.sms});
  live_.push_back({.bsu = &bsu, .on = on});
}

LaunchedKernel::Left BsuKernel::look() {
  Left left;
  if (!live_.empty()) {
    gpu::BsuSet::has_left(*live_.front().bsu);  // throws: counters do not tell that the device fails
  }
  for (Live& live : live_) {
    if (gpu::BsuSet::there(*live.bsu) > 0) {
      live.came = live.came.value_or(device_.driver().now());
    } else if (gpu::BsuSet::has_left(*live.bsu)) {
      write_down(live);
      if (!live.told) {  // for want of subtasks, which deal() finds out, or of a CTA that came
        lack_again(live.on);
      }
      (live.told ? left.told : left.untold) = true;
      bsus_.take_out(*std::exchange(live.bsu, nullptr));
    }
  }
  std::erase_if(live_, [](const Live& live) { return live.bsu == nullptr; });
  return left;
}

void BsuKernel::lack_again(const SmRange& on) {
  for (std::uint32_t sm = on.first; sm < on.first + on.sms; ++sm) {
    ++lacks_[sm];
  }
}

void BsuKernel::write_down(const Live& live) {
  const std::uint32_t done = gpu::BsuSet::done(*live.bsu);
  if (done == 0 && !live.came) {
    return;  // nobody came before they were told to leave, or all was done
  }
  const Millis end = gpu::elapsed(*plan_.event, live.bsu->end);
  const Millis launched = gpu::elapsed(*plan_.event, live.bsu->begin);
  const Millis start = std::clamp(live.came ? *live.came - plan_.host : launched, launched, end);
  residencies_.push_back({.first_sm = live.on.first,
                          .sms = live.on.sms,
                          .ctas_per_sm = 1,
                          .start = start,
                          .end = end,
                          .subtasks = static_cast<double>(done)});
  interval_.start = std::min(interval_.start, start);
  interval_.end = std::max(interval_.end, end);
}

std::uint64_t BsuKernel::seen() const {
  std::uint64_t there = 0;
  for (const Live& live : live_) {
    there += gpu::BsuSet::there(*live.bsu);
  }
  return (there << 32U) + bsus_.done();
}

std::optional<Millis> BsuKernel::leaving_since() const {
  std::optional<Millis> since;
  for (const Live& live : live_) {
    since = live.told ? std::min(*live.told, since.value_or(*live.told)) : since;
  }
  return since;
}

/// all: those that were told to leave as well. Of a BSU of which not all are there, the first ones are taken to be.
Allocation BsuKernel::holds(bool all) const {
  Counts counts(sms_);
  for (const Live& live : live_) {
    if (all || !live.told) {
      const std::uint32_t there = std::min(gpu::BsuSet::there(*live.bsu), live.on.sms);
      for (std::uint32_t sm = live.on.first; sm < live.on.first + there; ++sm) {
        ++counts[sm];
      }
    }
  }
  return in_ranges(counts);
}

share::Running BsuKernel::running(std::uint32_t task) const {
  return {.task = task,
          .subtasks = bsus_.subtasks(),
          .done = bsus_.done(),
          .asked = asked_,
          .held = holds(true),
          .stays = holds(false)};
}

}  // namespace warpshop::dispatch
