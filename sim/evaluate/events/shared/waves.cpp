#include "sim/evaluate/events/shared/waves.hpp"

// How time passes for kernels whose CTAs stay in step; wave_dispatch.cpp says how these come and go.

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpshop::evaluate {

void Waves::pass_time(double now) {
  for (auto& [turn, kernel] : launched_) {
    if (kernel.at_work(then_)) {
      const double works = kernel.pacing.works(then_, now);
      kernel.pass(works);
      for (WaveBatch& batch : kernel.leaving) {
        batch.reach(std::min(1.0, batch.phase + works * batch.speed / static_cast<double>(batch.ctas)));
      }
      if (kernel.pacing.phase_ends(now)) {
        forget_events(kernel);
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
    let_leave(kernel, now);
  }
  then_ = now;
}

// A phase ends before these could, and the next may be slower: foresee() finds them again.
void Waves::forget_events(WaveKernel& kernel) {
  kernel.event = kNever;
  for (WaveBatch& batch : kernel.leaving) {
    if (!batch.idle) {
      batch.event = kNever;
    }
  }
}

// Its CTAs begin to work, or go from one state to the next.
void Waves::change(WaveKernel& kernel, double now) {
  kernel.event = kNever;
  if (kernel.speed == 0 || kernel.state == WaveKernel::State::over) {
    stale_ = true;
    return;
  }
  deals_ = true;
  kernel.done += kernel.until_change();  // what a clock of doubles lacks of it
  if (kernel.state == WaveKernel::State::waves) {
    kernel.last = kernel.last_wave();
    kernel.untaken = 0;
    changed_ |= share_.tells_when_dealt;
    const double part =
        kernel.last == kernel.ctas ? 1 : last_rounds_.part(kernel.on_sms, kernel.kind, kernel.held, kernel.last);
    constexpr double kNone = 1e-9;
    kernel.last_part = part < kNone ? 0 : std::min(part, 1.0);
    if (part > 1 - kNone) {
      kernel.longer = std::max(part, 1.0);
      kernel.last_part = 1;
      close(kernel, now);
      begin_last_wave(kernel);
    } else {
      kernel.state = WaveKernel::State::spreading;  // as fast as before
      const double together = (1 - kernel.last_part) * static_cast<double>(kernel.last);
      kernel.phase = 1 - together / static_cast<double>(kernel.ctas);
    }
  } else if (kernel.state == WaveKernel::State::spreading && kernel.last_part > 0) {
    close(kernel, now);
    begin_last_wave(kernel);
  } else {
    close(kernel, now);
    room_.give_back(kernel.held, kernel.on_sms.cta);
    kernel.held.clear();
    kernel.ctas = 0;
    kernel.state = WaveKernel::State::last_wave;
    stale_ = true;
    changed_ |= share_.tells_when_left;
  }
}

void Waves::change(WaveKernel& kernel, WaveBatch& joining, double now) {
  close(kernel, now);
  close(kernel, joining, now);
  stale_ = true;
  if (kernel.untaken == 0 && kernel.ctas > 0 && kernel.phase > 0 && kernel.state != WaveKernel::State::spreading) {
    kernel.state = WaveKernel::State::last_wave;
    kernel.leaving.push_back(
        {.held = std::exchange(joining.held, {}), .ctas = std::exchange(joining.ctas, 0), .stays = true, .since = now});
    return;
  }
  const double begun = kernel.phase * static_cast<double>(kernel.ctas);
  kernel.ctas += joining.ctas;
  kernel.phase = begun / static_cast<double>(kernel.ctas);
  kernel.held = kernel.held.empty() ? std::move(joining.held) : sum(kernel.held, joining.held);
  joining.ctas = 0;
}

// Round-robin over the SMs; what it does not need is free for others.
void Waves::begin_last_wave(WaveKernel& kernel) {
  stale_ = true;
  changed_ |= share_.tells_when_left;
  room_.give_back(kernel.held, kernel.on_sms.cta);
  kernel.held = deal_evenly(kernel.last, kernel.held);
  room_.take(kernel.held, kernel.on_sms.cta);
  kernel.ctas = kernel.last;
  kernel.phase = 1 - kernel.last_part;
  kernel.state = WaveKernel::State::last_wave;
}

// CTAs whose last subtasks have ended, and which have stayed for as long as they must.
void Waves::let_leave(WaveKernel& kernel, double now) {
  bool works = false;
  for (WaveBatch& batch : kernel.leaving) {
    if (!batch.idle && batch.event <= now) {
      batch.reach(1);  // a clock of doubles may lack some of it
      batch.speed = 0;
      batch.idle = stale_ = true;
      batch.idle_since = now;
    }
    works = works || !batch.idle;
    if (batch.idle && batch.until <= now) {
      add_preempted(kernel, batch.ctas, now - batch.idle_since);
      close(kernel, batch, now);
      room_.give_back(batch.held, kernel.on_sms.cta);
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
  next_ = wake_at_;
  const auto after = [&](double work, double speed) {
    if (!(speed > 0)) {
      return kNever;
    }
    const double end = then_ + work / speed;
    return end > then_ ? end : std::nextafter(then_, kNever);
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

void Waves::set_speeds(double now) {
  at_work_.clear();
  kernels_.clear();
  for (auto& [turn, kernel] : launched_) {
    if (kernel.at_work(now)) {
      at_work_.push_back(&kernel);
      kernels_.push_back({.on_sms = &kernel.on_sms, .kind = kernel.kind});
    }
  }
  sms_.begin();
  for (std::size_t number = 0; number < at_work_.size(); ++number) {
    for_each_part(*at_work_[number],
                  [&](const SmRange& part, bool still) { sms_.add(static_cast<std::uint32_t>(number), part, still); });
  }
  const RatesByKind& rates = rates_.by_kind(sms_, kernels_);
  find_progress(rates);
  for (std::size_t number = 0; number < at_work_.size(); ++number) {
    WaveKernel& kernel = *at_work_[number];
    if (Allowances* allowances = allowances_of(kernel)) {
      set_limited_speed(number, *allowances, rates, now);
    } else if (progress_[number].ctas > 0) {
      set_speed(kernel, progress_[number]);
    }
  }
}

void Waves::find_progress(const RatesByKind& rates) {
  progress_.assign(at_work_.size(), {});
  for (const WorkingSms::Kind& kind : sms_.kinds()) {
    std::size_t place = kind.place;
    for (const CtasOnSm& each : kind.kernels) {
      Progress& its = progress_[each.kernel];
      its.ctas += static_cast<double>(kind.sms) * each.ctas;
      its.rate += kind.sms * KernelRates::own_rate(at_work_[each.kernel]->on_sms, rates.rates[place], beside_);
      its.waiting += kind.sms * rates.waiting[place];
      ++place;
    }
  }
}

void Waves::set_speed(WaveKernel& kernel, const Progress& progress) {
  const auto& [ctas, whole_rate, waiting] = progress;
  const double by_end = slowed_by_end(kernel, kernel.longer);
  const double slower = by_end * slowed_by_mechanism(kernel.on_sms, Millis{ctas / whole_rate * by_end});
  const double rate = whole_rate / slower;
  kernel.speed = rate * static_cast<double>(kernel.ctas) / ctas;
  for (WaveBatch& batch : kernel.leaving) {
    batch.speed = batch.idle ? 0 : rate * static_cast<double>(batch.ctas) / ctas;
  }
}

void Waves::set_limited_speed(std::size_t number, Allowances& allowances, const RatesByKind& rates, double now) {
  WaveKernel& kernel = *at_work_[number];
  const Progress& whole = progress_[number];
  allowances.begin_rates();
  const double by_end = slowed_by_end(kernel, kernel.longer);
  const double slower =
      by_end * (whole.rate > 0 ? slowed_by_mechanism(kernel.on_sms, Millis{whole.ctas / whole.rate * by_end}) : 1);
  const auto rate_of = [&](const SmRange& part) {
    double rate = 0;
    sms_.for_each_place(part, static_cast<std::uint32_t>(number), [&](std::size_t place, double times) {
      rate += KernelRates::own_rate(kernel.on_sms, rates.rates[place], beside_) * times;
    });
    return rate;
  };
  const auto find_parts = [&](const Allocation& held) {
    parts_.clear();
    for (const SmRange& range : held) {
      allowances.for_each_part(range, [&](const SmRange& part, bool still) {
        const double rate = rate_of(part) / slower * allowances.jitter(part.first);
        parts_.push_back({.on = part, .rate = rate, .still = still});
      });
    }
    double speed = 0;
    for (const WavePart& part : parts_) {
      allowances.add_rate(part.on, part.rate);
      speed += part.rate;
    }
    return speed;
  };
  kernel.speed = find_parts(kernel.held);
  if (records() && parts_ != kernel.parts) {
    close(kernel, now);
    kernel.parts = parts_;
  }
  for (WaveBatch& batch : kernel.leaving) {
    if (batch.idle) {
      continue;
    }
    batch.speed = find_parts(batch.held);
    if (records() && parts_ != batch.parts) {
      close(kernel, batch, now);
      batch.since = now;
      batch.done = 0;
      batch.parts = parts_;
    }
  }
  allowances.add_waiting(whole.waiting);
}

void Waves::close(WaveKernel& kernel, double now) {
  if (records() && kernel.ctas > 0 && !kernel.swapped) {
    record_all(kernel, kernel.held, kernel.ctas, kernel.since, now, kernel.done, kernel.parts);
  }
  kernel.since = now;
  kernel.done = 0;
}

void Waves::close(const WaveKernel& kernel, const WaveBatch& batch, double now) {
  if (records()) {
    record_all(kernel, batch.held, batch.ctas, batch.since, now, batch.done, batch.parts);
  }
}

void Waves::record_all(const WaveKernel& kernel, const Allocation& held, std::int64_t ctas, double since, double now,
                       double done, const std::vector<WavePart>& parts) {
  Allocation in_parts;
  double rate = 0;
  for (const WavePart& part : parts) {
    append(in_parts, part.on);
    rate += part.rate;
  }
  if (!parts.empty() && in_parts == held) {
    for (const WavePart& part : parts) {
      record(kernel, part.on, since, now, rate > 0 ? done * part.rate / rate : 0, part.still);
    }
    return;
  }
  for (const SmRange& range : held) {
    record(kernel, range, since, now, done * static_cast<double>(range.sms) * range.ctas / static_cast<double>(ctas));
  }
}

}  // namespace warpshop::evaluate
