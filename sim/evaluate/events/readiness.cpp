#include "sim/evaluate/events/readiness.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace warpshop::evaluate {

Readiness::Readiness(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits,
                     bool one_kernel_at_a_time)
    : instance_(instance),
      order_(order),
      hardware_queues_(waits.hardware_queues),
      state_(order.size(), kUnreleased),
      waiting_since_(order.size(), 0.0),
      rounds_(waits.rounds),
      unfinished_(order.size()),
      gaps_(!instance.gaps.none()),
      one_kernel_at_a_time_(one_kernel_at_a_time) {
  if (!waits.gates.empty()) {
    shut_gates(waits.gates);
  }
  if (!instance.precedence.empty()) {
    hold_successors();
  }
  if (instance.issue.any()) {
    issue_.emplace(instance, order, waits.rounds);
  }
  if (hardware_queues_ > 0 || !one_kernel_at_a_time) {
    issued_.emplace(instance, order);
  }
  if (waits.on_demand) {
    assert(!issue_ && waits.none());
    state_.assign(order.size(), kEnded);
    unfinished_ = 0;
    predecessors_ = predecessors_left_;
  } else if (!order_.empty()) {
    admit_round(0.0);
    issue_on(0.0);
  }
}

void Readiness::shut_gates(std::span<const Gate> gates) {
  const std::vector<std::uint32_t> slot_of = slots_of(instance_, order_);
  gate_of_.assign(order_.size(), kNoSlot);
  for (const Gate& gate : gates) {
    assert(instance_.jobs[gate.d2h].has[index(Stage::d2h)] && instance_.jobs[gate.h2d].has[index(Stage::h2d)]);
    gate_of_[slot_of[gate.d2h]] = slot_of[gate.h2d];
  }
}

void Readiness::open_gates(std::uint32_t h2d_slot, double now) {
  for (std::uint32_t slot = 0; slot < gate_of_.size(); ++slot) {
    if (gate_of_[slot] == h2d_slot) {
      gate_of_[slot] = kNoSlot;
      if (state_[slot] == kBehindGate) {
        become_ready(slot, index(Stage::d2h), now);
      }
    }
  }
}

void Readiness::hold_successors() {
  const std::vector<std::uint32_t> slot_of = slots_of(instance_, order_);
  predecessors_left_.assign(order_.size(), 0);
  successors_.resize(order_.size());
  bool lags = false;
  for (const Precedence& pair : instance_.precedence) {
    const std::uint32_t before = slot_of[pair.before];
    const std::uint32_t after = slot_of[pair.after];
    if (before != kNoSlot && after != kNoSlot) {
      successors_[before].push_back({after, pair.lag.count()});
      ++predecessors_left_[after];
      lags = lags || pair.lag > Millis{0};
      if (pair.by_host) {
        awaits_lags_.resize(order_.size());
        awaits_lags_[after] = true;
      }
    }
  }
  if (lags) {
    lags_end_.assign(order_.size(), 0);
  }
}

bool Readiness::in_topological_order() const {
  for (std::uint32_t slot = 0; slot < successors_.size(); ++slot) {
    if (std::any_of(successors_[slot].begin(), successors_[slot].end(),
                    [&](const Successor& after) { return after.slot < slot; })) {
      return false;
    }
  }
  return true;
}

void Readiness::let_successors_go(std::uint32_t slot, double now) {
  for (const Successor& successor : successors_[slot]) {
    if (!lags_end_.empty()) {
      lags_end_[successor.slot] = std::max(lags_end_[successor.slot], now + successor.lag);
    }
    if (--predecessors_left_[successor.slot] == 0 && state_[successor.slot] == kBehindTasks) {
      admit(successor.slot, now);
    }
  }
}

void Readiness::admit_round(double now) {
  const std::uint32_t begin = admitted_;
  if (rounds_.empty()) {
    admitted_ = static_cast<std::uint32_t>(order_.size());
  } else {
    admitted_ += rounds_.front();
    rounds_ = rounds_.subspan(1);
  }
  after_round_ = order_.size() - admitted_;
  const std::uint32_t end = admitted_;  // a round whose tasks have no stages would move it
  for (std::uint32_t slot = begin; slot < end; ++slot) {
    if (job(slot).release.count() > now) {
      release_later(slot, 0, job(slot).release.count());
    }
  }
  for (std::uint32_t slot = begin; slot < end; ++slot) {
    if (job(slot).release.count() <= now) {
      admit(slot, now);
    }
  }
}

void Readiness::restart(std::uint32_t first_slot, std::uint32_t tasks, double now) {
  const auto each = [&](const auto& begin_anew) {
    for (std::uint32_t slot = first_slot; slot < first_slot + tasks; ++slot) {
      begin_anew(slot);
    }
  };
  unfinished_ += tasks;
  each([&](std::uint32_t slot) {
    assert(state_[slot] == kEnded);
    state_[slot] = kUnreleased;
    if (!predecessors_.empty()) {
      predecessors_left_[slot] = predecessors_[slot];
    }
    if (!lags_end_.empty()) {
      lags_end_[slot] = 0;
    }
    if (issued_) {
      issued_->begin_anew(slot);
    }
  });
  each([&](std::uint32_t slot) {
    if (const double release = job(slot).release.count(); release > 0) {
      release_later(slot, 0, now + release);
    } else {
      admit(slot, now);
    }
  });
}

bool Readiness::release_tasks(double now) {
  while (next_release_ <= now) {
    const Release release = releases_.top();
    releases_.pop();
    next_release_ = kNever;
    if (!releases_.empty()) {
      next_release_ = releases_.top().time;
    }
    if (release.stage == 0) {
      admit(release.slot, release.time);
    } else if (release.stage == kHostWork) {
      issue_->work_done(release.slot);
    } else if (release.stage == kBesideEnds) {
      end(Stage::kernel, release.slot, release.time);
    } else {
      become_ready(release.slot, release.stage, release.time);
    }
    issue_on(release.time);
  }
  return true;
}

void Readiness::begin_beside(std::uint32_t slot, double now) {
  const double kernel = job(slot).kernel.count();
  beside_.push_back({slot, now, now + kernel});
  if (kernel > 0) {
    release_later(slot, kBesideEnds, now + kernel);
  } else {
    end(Stage::kernel, slot, now);
  }
}

void Readiness::release_later(std::uint32_t slot, std::size_t stage, double time) {
  state_[slot] = kUnreleased;
  releases_.push({time, slot, static_cast<std::uint32_t>(stage)});
  next_release_ = releases_.top().time;
}

void Readiness::end_before_gap(Stage stage, std::uint32_t slot, double now) {
  std::size_t next = index(stage) + 1;
  while (next < kStages.size() && !job(slot).has[next]) {
    ++next;
  }
  const double gap = next < kStages.size() ? instance_.gaps.between(stage, kStages[next]).count() : 0;
  if (gap > 0) {
    release_later(slot, next, now + gap);
  } else {
    become_ready(slot, next, now);
  }
}

void Readiness::reach(std::uint32_t slot) {
  if (issue_) {
    issue_->arrive(slot);
  }
  if (issued_ && !(instance_.issue.one_thread && job(slot).has[index(Stage::kernel)])) {
    issued_->reach(slot);
  }
}

void Readiness::admit(std::uint32_t slot, double now) {
  const bool lags = !awaits_lags_.empty() && awaits_lags_[slot];
  if (!lags) {
    reach(slot);
  }
  if (!predecessors_left_.empty() && predecessors_left_[slot] > 0) {
    state_[slot] = kBehindTasks;
  } else if (!lags_end_.empty() && lags_end_[slot] > now) {
    release_later(slot, 0, lags_end_[slot]);
  } else {
    if (lags) {
      reach(slot);
    }
    become_ready(slot, 0, now);
  }
}

void Readiness::issue_on(double now) {
  changed_ = true;
  if (!issue_ || issuing_) {
    return;  // what is let go may end at once
  }
  issuing_ = true;
  while (std::exchange(changed_, false)) {
    issue_->advance(
        [&](const Command& command) {
          if (issued_ && command.stage == Stage::kernel) {
            issued_->reach(command.slot);
          }
        },
        [&](const Command& command) {
          if (state_[command.slot] == kBehindIssue + index(command.stage)) {
            become_ready(command.slot, index(command.stage), now);
          }
        },
        [&](std::uint32_t program, double time) {
          releases_.push({now + time, program, kHostWork});
          next_release_ = releases_.top().time;
        });
  }
  issuing_ = false;
}

}  // namespace warpshop::evaluate
