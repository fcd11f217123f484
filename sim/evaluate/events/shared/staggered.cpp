#include "sim/evaluate/events/shared/staggered.hpp"

// How time passes for kernels whose CTAs drift apart; shared_dispatch.cpp says how these come and go.

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpshop::evaluate {

double StaggeredKernel::in_hand() const {
  double in_hand = head_start * static_cast<double>(untaken + last);
  const auto add = [&](const Cohort& cohort) {
    in_hand += static_cast<double>(cohort.size()) * (cohort.phase - (cohort.spreads ? 1 : 0));
  };
  for (const Cohort& cohort : cohorts) {
    if (!cohort.idle) {
      add(cohort);
    }
  }
  std::for_each(swapped.begin(), swapped.end(), add);
  return in_hand + saved.done();
}

void Staggered::pass_time(double now) {
  for (auto& [turn, kernel] : launched_) {
    for (Cohort& cohort : kernel.cohorts) {
      if (cohort.begins > then_ && cohort.begins <= now) {
        close(kernel, cohort, cohort.begins);  // what it held while it was launched
        stale_ = true;
      } else if (cohort.works(now)) {
        cohort.phase += kernel.pacing.works(then_, now) * cohort.speed;
      } else if (cohort.is_moving(now)) {
        cohort.moved += (now - then_) * cohort.moves;
      }
      if (cohort.move == ContextMove::none) {
        end_rounds(kernel, cohort, now);
      }
    }
    if (kernel.asks || kernel.last > 0) {
      kernel.asks = false;
      take_next(kernel, now);
    }
    end_moves(kernel, now);
    remove_gone(kernel, now);
  }
  then_ = now;
  deals_ |= changed_;
}

/// Whether it takes another subtask after the one in hand, and that takes as long.
bool Staggered::takes_like_ones(const Kernel& kernel, const Cohort& cohort) {
  return !cohort.leaving && kernel.head_start == 0 && cohort.longer == 1 && kernel.saved.ctas == 0;
}

// CTAs whose contexts are in memory leave their SMs; those whose contexts are back go on.
void Staggered::end_moves(Kernel& kernel, double now) {
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.move == ContextMove::none || !has_moved(cohort.moved)) {
      continue;
    }
    add_preempted(kernel, cohort.size(), now - cohort.moves_since);
    close(kernel, cohort, now);
    stale_ = true;
    if (cohort.move == ContextMove::out) {
      room_.give_back(cohort.range(), kernel.on_sms.cta);
      kernel.saved.add(cohort.size(), cohort.phase);
      cohort.sms = 0;
      changed_ = true;
    }
    cohort.move = ContextMove::none;
  }
  std::erase_if(kernel.cohorts, [](const Cohort& cohort) { return cohort.size() == 0; });
}

// Those that have ended rounds before now have taken the next; only what ends now may find less than it could take.
void Staggered::end_rounds(Kernel& kernel, Cohort& cohort, double now) {
  const double slack = kernel.slack(cohort, now);
  const auto rounds = static_cast<std::int64_t>(std::floor(cohort.phase + slack));
  if (rounds <= 0) {
    return;
  }
  // Of phases that are rounded by more than their slack, some seem to have ended earlier than those before them.
  const std::int64_t most = takes_like_ones(kernel, cohort) ? kernel.untaken / cohort.size() : 0;
  const bool ends_now = rounds > most || cohort.phase - static_cast<double>(rounds) < slack;
  const std::int64_t ended = std::min(ends_now ? rounds - 1 : rounds, most) + (ends_now ? 1 : 0);
  kernel.untaken -= (ends_now ? ended - 1 : ended) * cohort.size();
  kernel.done += cohort.spreads ? 0 : ended * cohort.size();
  cohort.done += ended * cohort.size();
  cohort.phase = ends_now ? 0 : cohort.phase - static_cast<double>(ended);
  cohort.idle = ends_now && cohort.leaving;
  cohort.asks = ends_now && !cohort.leaving;
  kernel.asks |= cohort.asks;
  changed_ |= cohort.idle;
  stale_ |= cohort.idle || cohort.spreads;  // which may wait for others of its kernel
  if (cohort.idle) {
    cohort.idle_since = now;
    close(kernel, cohort, now);
  }
}

void Staggered::take_next(Kernel& kernel, double now) {
  if (kernel.last > 0) {
    bool spreading = kernel.is_out();
    for (Cohort& cohort : kernel.cohorts) {
      spreading |= cohort.spreads && !cohort.asks && !cohort.idle;
      if (cohort.asks && !cohort.spreads) {  // there is nothing left for it
        close(kernel, cohort, now);
        room_.give_back(cohort.range(), kernel.on_sms.cta);
        cohort.sms = 0;
        changed_ = stale_ = true;
      }
    }
    std::erase_if(kernel.cohorts, [](const Cohort& cohort) { return cohort.size() == 0; });
    if (!spreading) {
      (kernel.head_start < 1 ? kernel.untaken : kernel.done) += std::exchange(kernel.last, 0);
      take_last(kernel, now);
    }
    return;
  }
  if (kernel.saved.ctas > 0) {
    resume(kernel, now);
  }
  const std::int64_t ask = kernel.ctas_of([](const Cohort& cohort) { return cohort.asks; });
  if (ask > kernel.untaken) {
    spread_last(kernel, now);
    return;
  }
  kernel.untaken -= ask;
  changed_ |= ask > 0 && kernel.untaken == 0;  // those behind it have their turn now
  stale_ |= changed_;
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.asks) {
      cohort.asks = false;
      cohort.last = kernel.untaken == 0;
      cohort.shift(kernel.head_start);
      stale_ |= std::exchange(cohort.longer, 1) > 1;  // one of the last was given back
    }
  }
}

void Staggered::remove_gone(Kernel& kernel, double now) {
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.idle && cohort.leaves <= now) {
      add_preempted(kernel, cohort.size(), now - cohort.idle_since);
      close(kernel, cohort, now);
      room_.give_back(cohort.range(), kernel.on_sms.cta);
      cohort.sms = 0;
      changed_ = true;
    }
  }
  std::erase_if(kernel.cohorts, [](const Cohort& cohort) { return cohort.size() == 0; });
}

void Staggered::help_each_other(Kernel& kernel, double now) {
  double work = 0;
  double speed = 0;
  for (const Cohort& cohort : kernel.cohorts) {
    if (cohort.helps(now)) {
      work += static_cast<double>(cohort.size()) * (1 - cohort.phase);
      speed += static_cast<double>(cohort.size()) * cohort.speed;
    }
  }
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.helps(now)) {
      cohort.shift(1 - cohort.speed * work / speed - cohort.phase);
    }
  }
}

void Staggered::count_as_equally_far(Kernel& kernel, double now) {
  double phases = 0;
  double ctas = 0;
  for (const Cohort& cohort : kernel.cohorts) {
    if (cohort.is_one_of_last(now)) {
      phases += static_cast<double>(cohort.size()) * cohort.phase;
      ctas += static_cast<double>(cohort.size());
    }
  }
  for (Cohort& cohort : kernel.cohorts) {
    if (cohort.is_one_of_last(now)) {
      cohort.shift(phases / ctas - cohort.phase);
    }
  }
}

void Staggered::foresee() {
  next_ = wake_at_;
  for (const auto& [turn, kernel] : launched_) {
    next_ = std::min(next_, kernel.over() ? then_ : next_of(kernel, then_));
  }
}

double Staggered::next_of(const Kernel& kernel, double now) const {
  double in_hand = 0;  // subtasks, of those that take more
  double speed = 0;    // subtasks that end in a millisecond
  for (const Cohort& cohort : kernel.cohorts) {
    if (cohort.works(now) && !cohort.leaving) {
      in_hand += static_cast<double>(cohort.size()) * cohort.phase;
      speed += static_cast<double>(cohort.size()) * cohort.speed;
    }
  }
  // Until then no more subtasks are taken than there are.
  const double enough = speed > 0 ? std::max(0.0, (static_cast<double>(kernel.untaken) - in_hand) / speed) : 0;
  double next = kNever;
  for (const Cohort& cohort : kernel.cohorts) {
    if (cohort.begins > now) {
      next = std::min(next, cohort.begins);
    } else if (cohort.idle) {
      next = std::min(next, cohort.leaves);
    } else if (cohort.is_moving(now)) {
      next = std::min(next, cohort.moves > 0
                                ? std::max(now + (1 - cohort.moved) / cohort.moves, std::nextafter(now, kNever))
                                : kNever);
    } else if (cohort.works(now) && cohort.speed > 0) {
      const double from = takes_like_ones(kernel, cohort) ? enough : 0;
      const double rounds = std::max(1.0, std::ceil(cohort.phase + cohort.speed * from - kernel.slack(cohort, now)));
      const double end = now + (rounds - cohort.phase) / cohort.speed;
      next = std::min(next, end > now ? end : std::nextafter(now, kNever));
    }
  }
  return next;
}

void Staggered::set_speeds(double now) {
  cut_at_boundaries(now);
  const auto moving_launch = [](Turn turn) {  // of CTAs whose contexts move, which are none of those that work
    constexpr Turn kMoving = Turn{1} << 63;
    return turn | kMoving;
  };
  std::vector<WorkingCtas> ctas;
  for (auto& [turn, kernel] : launched_) {
    const Allowances* allowances = allowances_of(kernel);
    for (Cohort& cohort : kernel.cohorts) {
      const bool still = cohort.works(now) && allowances != nullptr && allowances->stands_still(cohort.first_sm);
      if (still != cohort.still) {
        close(kernel, cohort, now);
        cohort.still = still;
      }
      if (cohort.works(now)) {
        ctas.push_back({.kernel = &kernel.on_sms, .launch = turn, .on = cohort.range(), .still = still});
      } else if (cohort.is_moving(now)) {
        ctas.push_back({.kernel = &kernel.moving, .launch = moving_launch(turn), .on = cohort.range()});
      }
    }
  }
  rates_.set(ctas, beside_);
  auto next = ctas.begin();
  for (auto& [turn, kernel] : launched_) {
    Allowances* allowances = allowances_of(kernel);
    if (allowances != nullptr) {
      allowances->begin_rates();
    }
    for (Cohort& cohort : kernel.cohorts) {
      if (cohort.is_moving(now)) {
        cohort.moves = next++->rate / static_cast<double>(cohort.size());
      } else if (cohort.works(now)) {
        const WorkingCtas& its = *next++;
        const double speed = its.rate / static_cast<double>(cohort.size()) / slowed_by_end(kernel, cohort.longer);
        cohort.speed = speed > 0 ? speed / slowed_by_mechanism(kernel.on_sms, Millis{1 / speed}) : 0;
        if (allowances != nullptr) {
          cohort.speed *= allowances->jitter(cohort.first_sm);
          allowances->add_rate(cohort.range(), cohort.speed * static_cast<double>(cohort.size()));
          allowances->add_waiting(its.waiting);
        }
      }
    }
  }
}

void Staggered::let_help(double now) {
  for (auto& [turn, kernel] : launched_) {
    help_each_other(kernel, now);
  }
}

}  // namespace warpshop::evaluate
