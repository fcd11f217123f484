// How CTAs that stay in step come and go; waves.cpp says how time passes for them.
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "sim/evaluate/events/shared/waves.hpp"

namespace warpshop::evaluate {

void Waves::adapt(WaveKernel& kernel, double now) {
  if (leaving_ != Leaving::swap) {
    shrink(kernel, now);
  } else if (kernel.asked.empty() != kernel.swapped) {
    swap(kernel, now);
  }
}

// What is idle, but not long enough yet to have left by itself.
void Waves::leave(WaveKernel& kernel) {
  close(kernel, then_);
  room_.give_back(kernel.held, kernel.on_sms.cta);
  for (const WaveBatch& batch : kernel.leaving) {
    close(kernel, batch, then_);
    room_.give_back(batch.held, kernel.on_sms.cta);
  }
}

// All of it goes out, or goes on where it was.
void Waves::swap(WaveKernel& kernel, double now) {
  close(kernel, now);
  stale_ = true;
  kernel.swapped = !kernel.swapped;
  if (kernel.swapped) {
    count_preempted(kernel);
  }
  const auto move = [&](const Allocation& held) {
    kernel.swapped ? room_.give_back(held, kernel.on_sms.cta) : room_.take(held, kernel.on_sms.cta);
  };
  move(kernel.held);
  for (WaveBatch& batch : kernel.joining) {
    move(batch.held);
    batch.event = kNever;
  }
  for (WaveBatch& batch : kernel.leaving) {  // in its last wave
    if (kernel.swapped) {
      close(kernel, batch, now);
    }
    move(batch.held);
    batch.since = now;
    batch.done = batch.speed = 0;
    batch.parts.clear();
    batch.event = kNever;
  }
  kernel.speed = 0;
  kernel.event = kNever;
  kernel.begins = std::max(kernel.begins, now);
}

// What it has beyond what it asks for begins to leave.
void Waves::shrink(WaveKernel& kernel, double now) {
  if (kernel.state == WaveKernel::State::spreading) {  // all take their parts of what is left, to its end
    kernel.phase -= kernel.last_part * static_cast<double>(kernel.last) / static_cast<double>(kernel.ctas);
    kernel.state = WaveKernel::State::last_wave;
  }
  for (const WaveBatch& batch : std::exchange(kernel.joining, {})) {  // has no subtask in hand, and may be dealt again
    close(kernel, batch, now);
    room_.give_back(batch.held, kernel.on_sms.cta);
    kernel.untaken += batch.ctas;
    changed_ |= share_.tells_when_left;
  }
  Allocation has = kernel.held;
  for (const WaveBatch& batch : kernel.leaving) {
    has = batch.stays ? sum(has, batch.held) : has;
  }
  Allocation too_many = beyond(has, kernel.asked);
  for (std::size_t i = kernel.leaving.size(); i-- > 0;) {  // those that came last leave first
    if (kernel.leaving[i].stays && !too_many.empty()) {
      too_many = beyond(too_many, divide(kernel, i, too_many, now));
    }
  }
  WaveBatch over{.held = too_many, .phase = kernel.phase};
  over.ctas = ctas_of(over.held);
  if (over.ctas > 0) {
    close(kernel, now);
    stale_ = true;
    kernel.held = beyond(kernel.held, over.held);
    kernel.ctas -= over.ctas;
    const double speed = kernel.speed / static_cast<double>(kernel.ctas + over.ctas);
    if (kernel.begins > now) {
      room_.give_back(over.held, kernel.on_sms.cta);
      kernel.untaken += over.ctas;
      changed_ |= share_.tells_when_left;
    } else {
      preempt(kernel, std::move(over), speed, now);
    }
  }
  kernel.state = kernel.untaken > 0 ? WaveKernel::State::waves : WaveKernel::State::last_wave;
}

// Of CTAs that do their last subtasks by themselves, as many as are too many leave: which these are.
Allocation Waves::divide(WaveKernel& kernel, std::size_t number, const Allocation& too_many, double now) {
  WaveBatch& whole = kernel.leaving[number];
  Allocation leave = beyond(whole.held, beyond(whole.held, too_many));
  const std::int64_t ctas = ctas_of(leave);
  if (ctas == 0) {
    return leave;
  }
  close(kernel, whole, now);
  stale_ = true;
  const double speed = whole.speed / static_cast<double>(whole.ctas);
  whole.held = beyond(whole.held, leave);
  whole.ctas -= ctas;
  whole.since = now;
  whole.done = 0;
  whole.parts.clear();
  const double phase = whole.phase;
  if (whole.ctas == 0) {
    kernel.leaving.erase(kernel.leaving.begin() + static_cast<std::ptrdiff_t>(number));
  }
  preempt(kernel, {.held = leave, .ctas = ctas, .phase = phase}, speed, now);
  return leave;
}

// They leave as it was decided.
void Waves::preempt(WaveKernel& kernel, WaveBatch leaving, double speed, double now) {
  if (leaving_ == Leaving::save) {
    throw std::logic_error("CTAs that stay in step are not saved");
  }
  count_preempted(kernel);
  leaving.since = now;
  if (leaving_ == Leaving::flush) {
    const double lost = static_cast<double>(leaving.ctas) * leaving.phase;
    lose(kernel, leaving.held, lost, speed > 0 ? lost / speed : 0, now);
    room_.give_back(leaving.held, kernel.on_sms.cta);
    kernel.untaken += leaving.ctas;
    changed_ |= share_.tells_when_left;
    return;
  }
  leaving.until = now + kernel.on_sms.eviction.count();
  kernel.leaving.push_back(std::move(leaving));
}

void Waves::take(WaveKernel& kernel, const Allocation& dealt, double now) {
  const std::int64_t ctas = ctas_of(dealt);
  const bool is_first = kernel.on_sms.subtasks == kernel.untaken + ctas && kernel.holds() == 0;
  const double works = is_first ? kernel.begins : std::max(kernel.begins, now + kernel.on_sms.join.count());
  WaveBatch joining{.held = dealt, .ctas = ctas, .until = works, .since = now};
  if (works <= std::max(kernel.begins, now)) {
    change(kernel, joining, now);
  } else {
    kernel.joining.push_back(std::move(joining));
  }
  if (kernel.untaken == 0) {
    kernel.state = WaveKernel::State::last_wave;
  }
}

}  // namespace warpshop::evaluate
