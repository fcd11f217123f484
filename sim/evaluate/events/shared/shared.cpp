#include "sim/evaluate/events/shared/shared.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace warpshop::evaluate {

Shared::Shared(const Instance& instance, Submission /*submission*/, Readiness& readiness, const Share& share)
    : SharingEngine(instance, readiness, share), room_(instance.chip->sm) {
  if (instance.co_run) {
    rates_by_set_.emplace(*instance.co_run);
  }
  for (std::uint32_t slot = 0; slot < readiness.slots(); ++slot) {
    kernels_.push_back(kernel_on_sms(instance, readiness.task(slot), share.form));
  }
}

void Shared::arrive(const Readiness::Arrival& arrival, bool lasts) {
  readiness_.serve(arrival.slot);
  if (!lasts) {
    instant_.push_back(arrival.slot);
    return;
  }
  const auto earlier = [&](const Present& kernel) {
    return kernel.ready < arrival.ready && !tied(kernel.ready, arrival.ready);
  };
  const auto place = std::find_if(waiting_.begin(), waiting_.end(), [&](const Present& kernel) {
    return !earlier(kernel) && arrival.slot < kernel.slot;
  });
  waiting_.insert(place, {.slot = arrival.slot, .ready = arrival.ready, .left = kernels_[arrival.slot].subtasks});
  changed_ = true;
}

void Shared::end(std::uint32_t slot) {
  stale_ = true;
  for (Cohort& cohort : cohorts_) {  // idle, but not long enough yet to have left by themselves
    if (cohort.slot == slot) {
      close(cohort, then_);
      room_.give_back(cohort.range(), kernels_[slot].cta);
    }
  }
  std::erase_if(cohorts_, [&](const Cohort& cohort) { return cohort.slot == slot; });
  std::erase_if(running_, [&](const Present& kernel) { return kernel.slot == slot; });
  changed_ = true;
  foresee();
}

std::optional<std::uint32_t> Shared::ending(double /*now*/) const {
  for (const Present& kernel : running_) {
    if (kernel.done == kernels_[kernel.slot].subtasks) {
      return kernel.slot;
    }
  }
  return std::nullopt;
}

bool Shared::advance(double now) {
  if (now < next_) {
    return false;
  }
  pass_time(now);
  if (wake_at_ <= now) {
    wake_at_ = kNever;
    changed_ = true;
  }
  foresee();
  return changed_ || stale_;
}

bool Shared::set_beside(const BesideCopies& beside, double now) {
  if (beside.memory_bound == beside_.memory_bound) {
    return false;
  }
  beside_ = beside;
  stale_ = true;
  pass_time(now);
  foresee();
  return true;
}

bool Shared::memory_bound_works() const {
  return std::any_of(cohorts_.begin(), cohorts_.end(),
                     [&](const Cohort& cohort) { return cohort.works(then_) && kernels_[cohort.slot].memory_bound; });
}

Shared::Present& Shared::present(std::uint32_t slot) {
  return *std::find_if(running_.begin(), running_.end(), [&](const Present& each) { return each.slot == slot; });
}

// Time.

void Shared::pass_time(double now) {
  for (Cohort& cohort : cohorts_) {
    if (cohort.begins > then_ && cohort.begins <= now) {
      close(cohort, cohort.begins);  // what it held while it was launched
      reopen(cohort, cohort.begins);
      stale_ = true;
    } else if (cohort.works(now)) {
      cohort.phase += (now - then_) * cohort.speed;
    }
  }
  then_ = now;
  // Those that have ended rounds before now have taken the next; only what ends now may find less than it could take.
  for (Cohort& cohort : cohorts_) {
    const std::int64_t rounds = cohort.ended(now);
    if (rounds == 0) {
      continue;
    }
    Present& kernel = present(cohort.slot);
    // Of phases that are rounded by more than their slack, some seem to have ended earlier than those before them.
    const std::int64_t most = cohort.leaving || kernel.head_start > 0 ? 0 : kernel.left / cohort.size();
    const bool ends_now = rounds > most || cohort.phase - static_cast<double>(rounds) < cohort.slack(now);
    const std::int64_t ended = std::min(ends_now ? rounds - 1 : rounds, most) + (ends_now ? 1 : 0);
    kernel.left -= (ends_now ? ended - 1 : ended) * cohort.size();
    kernel.done += cohort.spreads ? 0 : ended * cohort.size();
    cohort.done += ended * cohort.size();
    cohort.phase = ends_now ? 0 : cohort.phase - static_cast<double>(ended);
    cohort.idle = ends_now && cohort.leaving;
    cohort.asks = ends_now && !cohort.leaving;
    kernel.asks |= cohort.asks;
    changed_ |= cohort.idle;
    stale_ |= cohort.idle || cohort.spreads;  // which may wait for others of its kernel
    if (cohort.idle) {
      close(cohort, now);
      reopen(cohort, now);
    }
  }
  for (Present& kernel : running_) {
    if (kernel.asks || kernel.last > 0) {
      kernel.asks = false;
      take_next(kernel, now);
    }
  }
  remove_gone(now);
}

void Shared::take_next(Present& kernel, double now) {
  if (kernel.last > 0) {
    bool spreading = !kernel.swapped.empty();
    for (Cohort& cohort : cohorts_) {
      if (cohort.slot != kernel.slot) {
        continue;
      }
      spreading |= cohort.spreads && !cohort.asks && !cohort.idle;
      if (cohort.asks && !cohort.spreads) {  // there is nothing left for it
        close(cohort, now);
        room_.give_back(cohort.range(), kernels_[cohort.slot].cta);
        cohort.sms = 0;
        changed_ = stale_ = true;
      }
    }
    std::erase_if(cohorts_, [](const Cohort& cohort) { return cohort.size() == 0; });
    if (!spreading) {
      (kernel.head_start < 1 ? kernel.left : kernel.done) += std::exchange(kernel.last, 0);
      take_last(kernel, now);
    }
    return;
  }
  std::int64_t ask = 0;
  for (const Cohort& cohort : cohorts_) {
    ask += cohort.slot == kernel.slot && cohort.asks ? cohort.size() : 0;
  }
  if (ask > kernel.left) {
    spread_last(kernel, now);
    return;
  }
  kernel.left -= ask;
  changed_ |= ask > 0 && kernel.left == 0;  // those behind it have their turn now
  stale_ |= changed_;
  for (Cohort& cohort : cohorts_) {
    if (cohort.slot == kernel.slot && cohort.asks) {
      cohort.asks = false;
      cohort.last = kernel.left == 0;
      cohort.shift(kernel.head_start);
    }
  }
}

void Shared::help_each_other(const Present& kernel, double now) {
  const auto helps = [&](const Cohort& cohort) {
    return cohort.slot == kernel.slot && cohort.last && cohort.works(now) && !cohort.leaving;
  };
  double work = 0;
  double speed = 0;
  for (const Cohort& cohort : cohorts_) {
    if (helps(cohort)) {
      work += static_cast<double>(cohort.size()) * (1 - cohort.phase);
      speed += static_cast<double>(cohort.size()) * cohort.speed;
    }
  }
  for (Cohort& cohort : cohorts_) {
    if (helps(cohort)) {
      cohort.shift(1 - cohort.speed * work / speed - cohort.phase);
    }
  }
}

// What happens next.

void Shared::foresee() {
  next_ = ending(then_) ? then_ : next_after(then_);
  ++version_;
}

double Shared::next_after(double now) const {
  double next = wake_at_;
  for (const Cohort& cohort : cohorts_) {
    if (cohort.begins > now) {
      next = std::min(next, cohort.begins);
    } else if (cohort.idle) {
      next = std::min(next, cohort.leaves);
    }
  }
  for (const Present& kernel : running_) {
    if (kernel.launched) {
      next = std::min(next, next_of(kernel, now));
    }
  }
  return next;
}

double Shared::next_of(const Present& kernel, double now) const {
  double in_hand = 0;  // subtasks, of those that take more
  double speed = 0;    // subtasks that end in a millisecond
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot == kernel.slot && cohort.works(now) && !cohort.leaving) {
      in_hand += static_cast<double>(cohort.size()) * cohort.phase;
      speed += static_cast<double>(cohort.size()) * cohort.speed;
    }
  }
  // Until then no more subtasks are taken than there are.
  const double enough = speed > 0 ? std::max(0.0, (static_cast<double>(kernel.left) - in_hand) / speed) : 0;
  double next = kNever;
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot != kernel.slot || !cohort.works(now)) {
      continue;
    }
    const double from = cohort.leaving || kernel.head_start > 0 ? 0 : enough;
    const double rounds = std::max(1.0, std::ceil(cohort.phase + cohort.speed * from - cohort.slack(now)));
    const double end = now + (rounds - cohort.phase) / cohort.speed;
    next = std::min(next, end > now ? end : std::nextafter(now, kNever));
  }
  return next;
}

// What the controller decides.

void Shared::decide(double now) {
  if (!changed_ && !stale_) {
    return;
  }
  pass_time(now);
  if (!ending(now)) {  // which Engines is to know of before
    if (changed_) {
      ask_controller(now);
    }
    set_speeds(now);
  }
  foresee();
}

void Shared::set_speeds(double now) {
  if (!stale_) {
    return;
  }
  stale_ = false;
  cut_at_boundaries(now);
  evaluate::set_speeds(cohorts_, kernels_, rates_by_set_ ? &*rates_by_set_ : nullptr, share_, beside_, now);
  for (const Present& kernel : running_) {
    help_each_other(kernel, now);
  }
}

void Shared::ask_controller(double now) {
  std::vector<std::uint32_t> ready;
  for (const Present& kernel : waiting_) {
    ready.push_back(readiness_.task(kernel.slot));
  }
  SharingEngine::ask_controller(
      now, ready, [this] { return running(); },
      [&](std::uint32_t slot, const Allocation& asked) { answer(slot, asked, now); });
  deal(now);
}

void Shared::answer(std::uint32_t slot, const Allocation& asked, double now) {
  const auto ready =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& each) { return each.slot == slot; });
  if (ready != waiting_.end()) {
    if (asked.empty()) {
      return;
    }
    running_.push_back(std::move(*ready));
    waiting_.erase(ready);
  }
  const auto running =
      std::find_if(running_.begin(), running_.end(), [&](const auto& each) { return each.slot == slot; });
  if (running != running_.end()) {  // it may have ended
    ask(*running, asked, now);
  }
}

double Shared::in_hand(const Present& kernel) const {
  double done = kernel.head_start * static_cast<double>(kernel.left + kernel.last);
  const auto add = [&](const Cohort& cohort) {
    done += static_cast<double>(cohort.size()) * (cohort.phase - (cohort.spreads ? 1 : 0));
  };
  for (const Cohort& cohort : cohorts_) {
    if (cohort.slot == kernel.slot && !cohort.idle) {
      add(cohort);
    }
  }
  std::for_each(kernel.swapped.begin(), kernel.swapped.end(), add);
  return done;
}

std::vector<share::Running> Shared::running() const {
  std::vector<share::Running> kernels;
  for (const Present& kernel : running_) {
    kernels.push_back({.task = readiness_.task(kernel.slot),
                       .subtasks = kernels_[kernel.slot].subtasks,
                       .done = kernel.done + static_cast<std::int64_t>(in_hand(kernel)),
                       .asked = kernel.asked,
                       .held = in_ranges(held(kernel.slot, true))});
  }
  return kernels;
}

void Shared::ask(Present& kernel, const Allocation& asked, double now) {
  if (kernel.asked == asked) {
    return;
  }
  kernel.asked = asked;
  if (share_.leaving == Leaving::swap) {
    if (kernel.asked.empty()) {
      for (Cohort& cohort : cohorts_) {
        if (cohort.slot == kernel.slot) {
          close(cohort, now);
          room_.give_back(cohort.range(), kernels_[cohort.slot].cta);
          kernel.swapped.push_back(cohort);
        }
      }
      std::erase_if(cohorts_, [&](const Cohort& cohort) { return cohort.slot == kernel.slot; });
      stale_ = true;
      return;
    }
    for (Cohort& cohort : std::exchange(kernel.swapped, {})) {
      cohort.begins = std::max(cohort.begins, now);
      reopen(cohort, now);
      add(cohort);
    }
  }
  shrink(kernel, now);
}

}  // namespace warpshop::evaluate
