#include "sim/evaluate/lanes.hpp"

#include <algorithm>
#include <cassert>

namespace warpshop::evaluate {
Lanes::Lanes(const Instance& instance, std::span<const std::uint32_t> order, Submission submission, const Waits& waits)
    : instance_(instance),
      order_(order),
      submission_(submission),
      stage_(order.size(), kUnreleased),
      waiting_since_(order.size(), 0.0),
      rounds_(waits.rounds),
      unfinished_(order.size()) {
  for (std::uint32_t slot = 0; slot < order_.size(); ++slot) {
    any_exclusive_ |= job(slot).exclusive[0] || job(slot).exclusive[1];
  }
  if (!streams()) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      advance_head(lane);
    }
  }
  shut_gates(waits.gates);
  hold_successors();
  if (!order_.empty()) {
    admit_round(0.0);
  }
}

void Lanes::shut_gates(std::span<const Gate> gates) {
  if (gates.empty()) {
    return;
  }
  std::vector<std::uint32_t> slot_of(instance_.size(), kNone);
  for (std::uint32_t slot = 0; slot < order_.size(); ++slot) {
    slot_of[order_[slot]] = slot;
  }
  gated_ = true;
  gate_of_.assign(order_.size(), kNone);
  for (const Gate& gate : gates) {
    assert(instance_.jobs[gate.d2h].has[index(Stage::d2h)] && instance_.jobs[gate.h2d].has[index(Stage::h2d)]);
    gate_of_[slot_of[gate.d2h]] = slot_of[gate.h2d];
  }
}

void Lanes::open_gates(std::uint32_t h2d_slot, double now) {
  for (std::uint32_t slot = 0; slot < gate_of_.size(); ++slot) {
    if (gate_of_[slot] == h2d_slot) {
      gate_of_[slot] = kNone;
      if (stage_[slot] == kBehindGate) {
        become_ready(slot, index(Stage::d2h), now);
      }
    }
  }
}

bool Lanes::stays_behind_gate(std::uint32_t slot) {
  return gate_of_[slot] != kNone;
}

void Lanes::hold_successors() {
  if (instance_.precedence.empty()) {
    return;
  }
  std::vector<std::uint32_t> slot_of(instance_.size(), kNone);
  for (std::uint32_t slot = 0; slot < order_.size(); ++slot) {
    slot_of[order_[slot]] = slot;
  }
  predecessors_left_.assign(order_.size(), 0);
  successors_.resize(order_.size());
  for (const Precedence& pair : instance_.precedence) {
    const std::uint32_t before = slot_of[pair.before];
    const std::uint32_t after = slot_of[pair.after];
    if (before != kNone && after != kNone) {
      assert(streams() || before < after);
      successors_[before].push_back(after);
      ++predecessors_left_[after];
    }
  }
}

void Lanes::let_successors_go(std::uint32_t slot, double now) {
  for (const std::uint32_t successor : successors_[slot]) {
    if (--predecessors_left_[successor] == 0 && stage_[successor] == kBehindTasks) {
      become_ready(successor, 0, now);
    }
  }
}

/// The task is in the plan's reach: its round has come, and its release time.
void Lanes::arrive(std::uint32_t slot, double now) {
  if (!predecessors_left_.empty() && predecessors_left_[slot] > 0) {
    stage_[slot] = kBehindTasks;
  } else {
    become_ready(slot, 0, now);
  }
}

/// The tasks of the next round, or all that are left, start to wait for their first stage or their release.
void Lanes::admit_round(double now) {
  const std::uint32_t begin = admitted_;
  if (rounds_.empty()) {
    admitted_ = static_cast<std::uint32_t>(order_.size());
  } else {
    admitted_ += rounds_.front();
    rounds_ = rounds_.subspan(1);
  }
  after_round_ = order_.size() - admitted_;
  by_release_.clear();
  released_ = 0;
  for (std::uint32_t slot = begin; slot < admitted_; ++slot) {
    if (job(slot).release.count() > now) {
      by_release_.push_back(slot);
    }
  }
  std::stable_sort(by_release_.begin(), by_release_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return job(a).release < job(b).release; });
  next_release_ = by_release_.empty() ? kNever : job(by_release_.front()).release.count();
  const std::uint32_t end = admitted_;
  for (std::uint32_t slot = begin; slot < end; ++slot) {
    if (job(slot).release.count() <= now) {
      arrive(slot, now);
    }
  }
}

bool Lanes::release_tasks(double now) {
  while (next_release_ <= now) {
    const double release = next_release_;
    const std::uint32_t slot = by_release_[released_++];
    next_release_ = released_ < by_release_.size() ? job(by_release_[released_]).release.count() : kNever;
    arrive(slot, release);
  }
  return true;
}

}  // namespace warpshop::evaluate
