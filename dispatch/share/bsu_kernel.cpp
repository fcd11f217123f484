#include "dispatch/share/bsu_kernel.hpp"

#include <algorithm>
#include <string>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

/// Neighbouring SMs that have the same, without those that have nothing.
Allocation ranges_of(const std::vector<std::uint32_t>& counts) {
  Allocation ranges;
  for (std::uint32_t sm = 0; sm < counts.size(); ++sm) {
    if (counts[sm] == 0) {
      continue;
    }
    if (!ranges.empty() && ranges.back().ctas == counts[sm] && ranges.back().first + ranges.back().sms == sm) {
      ++ranges.back().sms;
    } else {
      ranges.push_back({.first = sm, .sms = 1, .ctas = counts[sm]});
    }
  }
  return ranges;
}

}  // namespace

BsuKernel::BsuKernel(const gpu::Device& device, const KernelLaunch& launch, const PlanBegin& begin)
    : device_(device),
      launch_(launch),
      plan_(begin),
      sms_(static_cast<std::uint32_t>(device.properties().sms)),
      per_sm_(static_cast<std::uint32_t>(device.resources(launch.code, gpu::Form::persistent).ctas_per_sm)),
      bsus_(device, launch.subtasks) {
  if (per_sm_ == 0) {
    throw DeviceError("kernel " + std::string(launch.code.name) + ": not one CTA of its persistent form fits an SM");
  }
}

BsuKernel::~BsuKernel() {
  for (const Live& live : live_) {
    bsus_.evict(live.bsu);
  }
}

BsuKernel::Counts BsuKernel::counts_of(const Allocation& asked) const {
  Counts counts(sms_);
  for (const SmRange& range : asked) {
    for (std::uint32_t sm = range.first; sm < std::min(range.first + range.sms, sms_); ++sm) {
      counts[sm] = std::min(range.ctas, per_sm_);
    }
  }
  return counts;
}

void BsuKernel::ask(const Allocation& asked) {
  asked_ = asked;
  Counts lacks = counts_of(asked);
  tell_to_leave(lacks);
  launch(lacks);
}

/// Each BSU that is wanted on all its SMs stays; what then lacks is left.
void BsuKernel::tell_to_leave(Counts& lacks) {
  for (Live& live : live_) {
    if (live.told) {
      continue;
    }
    const auto first = lacks.begin() + static_cast<std::ptrdiff_t>(live.on.first);
    const auto end = first + static_cast<std::ptrdiff_t>(live.on.sms);
    if (std::all_of(first, end, [](std::uint32_t ctas) { return ctas > 0; })) {
      std::for_each(first, end, [](std::uint32_t& ctas) { --ctas; });
    } else {
      bsus_.evict(live.bsu);
      live.told = true;
    }
  }
}

/// A grid of as many CTAs as there are SMs comes to one a SM, where they have as much room; those on others than its
/// own leave at once.
void BsuKernel::launch(Counts& lacks) {
  for (;;) {
    const auto first = std::find_if(lacks.begin(), lacks.end(), [](std::uint32_t ctas) { return ctas > 0; });
    if (first == lacks.end()) {
      return;
    }
    const auto end = std::find(first, lacks.end(), 0U);
    std::for_each(first, end, [](std::uint32_t& ctas) { --ctas; });
    const SmRange on{.first = static_cast<std::uint32_t>(first - lacks.begin()),
                     .sms = static_cast<std::uint32_t>(end - first),
                     .ctas = 1};
    const std::size_t bsu = bsus_.free_bsu();
    const std::uint32_t done = bsus_.done(bsu);
    bsus_.launch(bsu, launch_.code, launch_.arguments, sms_, {.first_sm = on.first, .sms = on.sms});
    live_.push_back({.bsu = bsu, .on = on, .done_before = done});
  }
}

LaunchedKernel::Left BsuKernel::look() {
  Left left;
  for (Live& live : live_) {
    if (bsus_.there(live.bsu) > 0) {
      live.came = live.came.value_or(device_.driver().now());
    } else if (bsus_.has_left(live.bsu)) {
      write_down(live);
      (live.told ? left.told : left.untold) = true;
      live.on.sms = 0;
    }
  }
  std::erase_if(live_, [](const Live& live) { return live.on.sms == 0; });
  return left;
}

void BsuKernel::write_down(const Live& live) {
  const std::uint32_t done = bsus_.done(live.bsu) - live.done_before;
  if (done == 0 && !live.came) {
    return;  // nobody came before they were told to leave, or all was done
  }
  const Millis end = gpu::elapsed(*plan_.event, bsus_.left_at(live.bsu));
  const Millis launched = gpu::elapsed(*plan_.event, bsus_.launched_at(live.bsu));
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

/// all: those that were told to leave as well. Of a BSU of which not all are there, the first ones are taken to be.
Allocation BsuKernel::holds(bool all) const {
  Counts counts(sms_);
  for (const Live& live : live_) {
    if (all || !live.told) {
      const std::uint32_t there = std::min(bsus_.there(live.bsu), live.on.sms);
      for (std::uint32_t sm = live.on.first; sm < live.on.first + there; ++sm) {
        ++counts[sm];
      }
    }
  }
  return ranges_of(counts);
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
