// How time passes for kernels that share the SMs in waves; wave_dispatch.cpp says who is given CTAs.
#include "sim/evaluate/events/shared/waves.hpp"

#include <algorithm>
#include <cmath>

#include "sim/evaluate/events/shared/last_round.hpp"

namespace warpshop::evaluate {

Waves::Waves(const Instance& instance, Submission /*submission*/, Readiness& readiness, const Share& share,
             bool records)
    : SharingEngine(instance, readiness, share),
      records_(records),
      turn_of_(readiness.slots(), kNoTurn),
      room_(instance.chip->sm),
      rates_(instance, share) {}

void Waves::arrive(const Readiness::Arrival& arrival, bool lasts) {
  readiness_.serve(arrival.slot);
  if (!lasts) {
    instant_.push_back(arrival.slot);
    return;
  }
  auto place = waiting_.end();
  while (place != waiting_.begin() && arrival.slot < std::prev(place)->slot &&
         (std::prev(place)->ready >= arrival.ready || tied(std::prev(place)->ready, arrival.ready))) {
    --place;
  }
  waiting_.insert(place, {.ready = arrival.ready, .slot = arrival.slot});
  changed_ = true;
}

void Waves::end(std::uint32_t slot) {
  const auto found = launched_.find(turn_of_[slot]);
  WaveKernel& kernel = found->second;
  close(kernel, then_);
  give_back(kernel.held, kernel.on_sms.cta);
  for (const WaveBatch& batch : kernel.leaving) {  // idle, but not long enough yet to have left by themselves
    close(kernel, batch, then_);
    give_back(batch.held, kernel.on_sms.cta);
  }
  launched_.erase(found);
  changed_ = deals_ = stale_ = true;
  foresee();
}

std::optional<std::uint32_t> Waves::ending(double /*now*/) const {
  const auto over = std::find_if(launched_.begin(), launched_.end(),
                                 [](const auto& each) { return each.second.state == WaveKernel::State::over; });
  return over == launched_.end() ? std::nullopt : std::optional(over->second.slot);
}

bool Waves::advance(double now) {
  if (now < next_) {
    return false;
  }
  pass_time(now);
  if (wake_at_ <= now) {
    wake_at_ = kNever;
    changed_ = true;
  }
  foresee();
  return changed_ || deals_ || stale_;
}

bool Waves::set_beside(const BesideCopies& beside, double now) {
  if (beside.memory_bound == beside_.memory_bound) {
    return false;
  }
  beside_ = beside;
  stale_ = true;
  pass_time(now);
  foresee();
  return true;
}

bool Waves::memory_bound_works() const {
  return std::any_of(launched_.begin(), launched_.end(), [&](const auto& each) {
    return each.second.on_sms.memory_bound && each.second.works(then_) && each.second.left() > 0;
  });
}

void Waves::pass_time(double now) {
  const double ms = now - then_;
  for (auto& [turn, kernel] : launched_) {
    if (kernel.works(then_)) {
      kernel.pass(ms);
      for (WaveBatch& batch : kernel.leaving) {
        batch.phase = std::min(1.0, batch.phase + ms * batch.speed / static_cast<double>(batch.ctas));
        batch.done += ms * batch.speed;
      }
    }
    if (kernel.event <= now) {
      change(kernel, now);
    }
    for (WaveBatch& batch : kernel.joining) {
      if (batch.event <= now) {
        change(kernel, batch, now);
      }
    }
    std::erase_if(kernel.joining, [](const WaveBatch& batch) { return batch.ctas == 0; });
    leave(kernel, now);
  }
  then_ = now;
}

// Its CTAs begin to work, or go from one state to the next.
void Waves::change(WaveKernel& kernel, double now) {
  kernel.event = kNever;
  stale_ = true;
  if (kernel.speed == 0 || kernel.state == WaveKernel::State::over) {
    return;
  }
  deals_ = true;
  if (kernel.state == WaveKernel::State::waves) {
    kernel.last = kernel.last_wave();
    kernel.untaken = 0;
    const double part = kernel.last == kernel.ctas ? 1 : rates_.last_part(kernel, kernel.last);
    constexpr double kNone = 1e-9;
    kernel.last_part = part < kNone ? 0 : std::min(part, 1.0);
    if (part > 1 - kNone) {
      kernel.longer = std::max(part, 1.0);
      kernel.last_part = 1;
      close(kernel, now);
      begin_last_wave(kernel);
    } else {
      kernel.state = WaveKernel::State::spreading;
      const double together = (1 - kernel.last_part) * static_cast<double>(kernel.last);
      kernel.phase = 1 - together / static_cast<double>(kernel.ctas);
    }
  } else if (kernel.state == WaveKernel::State::spreading && kernel.last_part > 0) {
    close(kernel, now);
    begin_last_wave(kernel);
  } else {
    close(kernel, now);
    give_back(kernel.held, kernel.on_sms.cta);
    std::fill(kernel.held.begin(), kernel.held.end(), 0);
    kernel.ctas = 0;
    kernel.state = WaveKernel::State::last_wave;
  }
}

void Waves::change(WaveKernel& kernel, WaveBatch& joining, double now) {
  close(kernel, now);
  close(kernel, joining, now);
  const double begun = kernel.phase * static_cast<double>(kernel.ctas);
  kernel.ctas += joining.ctas;
  kernel.phase = begun / static_cast<double>(kernel.ctas);
  std::transform(kernel.held.begin(), kernel.held.end(), joining.held.begin(), kernel.held.begin(), std::plus<>());
  joining.ctas = 0;
  stale_ = true;
}

// Round-robin over the SMs; what it does not need is free for others.
void Waves::begin_last_wave(WaveKernel& kernel) {
  give_back(kernel.held, kernel.on_sms.cta);
  kernel.held = deal_evenly(kernel.last, kernel.held);
  for (const SmRange& range : in_ranges(kernel.held)) {
    room_.take(range, kernel.on_sms.cta);
  }
  kernel.ctas = kernel.last;
  kernel.phase = 1 - kernel.last_part;
  kernel.state = WaveKernel::State::last_wave;
}

// CTAs whose last subtasks have ended, and which have stayed for as long as they must.
void Waves::leave(WaveKernel& kernel, double now) {
  bool works = false;
  for (WaveBatch& batch : kernel.leaving) {
    if (!batch.idle && batch.event <= now) {
      batch.phase = 1;
      batch.speed = 0;
      batch.idle = stale_ = true;
    }
    works = works || !batch.idle;
    if (batch.idle && batch.until <= now) {
      close(kernel, batch, now);
      give_back(batch.held, kernel.on_sms.cta);
      batch.ctas = 0;
      changed_ = deals_ = true;
    }
  }
  std::erase_if(kernel.leaving, [](const WaveBatch& batch) { return batch.ctas == 0; });
  if (kernel.untaken == 0 && kernel.ctas == 0 && kernel.joining.empty() && !works && !kernel.swapped) {
    kernel.state = WaveKernel::State::over;
  }
}

void Waves::foresee() {
  ++version_;
  next_ = wake_at_;
  const auto after = [&](double work, double speed) {
    if (!(speed > 0)) {
      return kNever;
    }
    return std::max(then_ + work / speed, std::nextafter(then_, kNever));
  };
  for (auto& [turn, kernel] : launched_) {
    if (kernel.state == WaveKernel::State::over) {
      next_ = then_;
      return;
    }
    if (kernel.swapped) {
      continue;
    }
    if (kernel.begins > then_) {
      kernel.event = kernel.begins;
    } else {
      kernel.event = kernel.ctas > 0 ? after(kernel.until_change(), kernel.speed) : kNever;
    }
    next_ = std::min(next_, kernel.event);
    for (WaveBatch& batch : kernel.joining) {
      batch.event = std::max(batch.until, kernel.begins);
      next_ = std::min(next_, batch.event);
    }
    for (WaveBatch& batch : kernel.leaving) {
      batch.event = batch.idle ? batch.until : after(static_cast<double>(batch.ctas) * (1 - batch.phase), batch.speed);
      next_ = std::min(next_, batch.event);
    }
  }
}

void Waves::close(WaveKernel& kernel, double now) {
  if (kernel.ctas > 0 && !kernel.swapped) {
    record(kernel, kernel.held, kernel.ctas, kernel.since, now, kernel.done);
  }
  kernel.since = now;
  kernel.done = 0;
}

void Waves::close(const WaveKernel& kernel, const WaveBatch& batch, double now) {
  record(kernel, batch.held, batch.ctas, batch.since, now, batch.done);
}

void Waves::record(const WaveKernel& kernel, std::span<const std::uint32_t> held, std::int64_t ctas, double since,
                   double now, double done) {
  if (!records_ || !(now > since)) {
    return;
  }
  for (const SmRange& range : in_ranges(held)) {
    residencies_.push_back(
        {.task = readiness_.task(kernel.slot),
         .first_sm = range.first,
         .sms = range.sms,
         .ctas_per_sm = range.ctas,
         .start = Millis{since},
         .end = Millis{now},
         .subtasks = done * static_cast<double>(range.sms) * range.ctas / static_cast<double>(ctas)});
  }
}

}  // namespace warpshop::evaluate
