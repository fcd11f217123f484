#include "sim/evaluate/events/readiness.hpp"

#include <algorithm>
#include <cassert>

namespace warpshop::evaluate {

Readiness::Readiness(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits)
    : instance_(instance),
      order_(order),
      state_(order.size(), kUnreleased),
      waiting_since_(order.size(), 0.0),
      rounds_(waits.rounds),
      unfinished_(order.size()) {
  if (!waits.gates.empty()) {
    shut_gates(waits.gates);
  }
  if (!instance.precedence.empty()) {
    hold_successors();
  }
  if (!order_.empty()) {
    admit_round(0.0);
  }
}

std::vector<std::uint32_t> Readiness::slots_of_tasks() const {
  std::vector<std::uint32_t> slot_of(instance_.size(), kNoSlot);
  for (std::uint32_t slot = 0; slot < order_.size(); ++slot) {
    slot_of[order_[slot]] = slot;
  }
  return slot_of;
}

void Readiness::shut_gates(std::span<const Gate> gates) {
  const std::vector<std::uint32_t> slot_of = slots_of_tasks();
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
  const std::vector<std::uint32_t> slot_of = slots_of_tasks();
  predecessors_left_.assign(order_.size(), 0);
  successors_.resize(order_.size());
  for (const Precedence& pair : instance_.precedence) {
    const std::uint32_t before = slot_of[pair.before];
    const std::uint32_t after = slot_of[pair.after];
    if (before != kNoSlot && after != kNoSlot) {
      successors_[before].push_back(after);
      ++predecessors_left_[after];
    }
  }
}

bool Readiness::in_topological_order() const {
  for (std::uint32_t slot = 0; slot < successors_.size(); ++slot) {
    if (std::any_of(successors_[slot].begin(), successors_[slot].end(), [&](auto after) { return after < slot; })) {
      return false;
    }
  }
  return true;
}

void Readiness::let_successors_go(std::uint32_t slot, double now) {
  for (const std::uint32_t successor : successors_[slot]) {
    if (--predecessors_left_[successor] == 0 && state_[successor] == kBehindTasks) {
      become_ready(successor, 0, now);
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
  const std::uint32_t end = admitted_;  // a round whose tasks have no stages would move it
  for (std::uint32_t slot = begin; slot < end; ++slot) {
    if (job(slot).release.count() <= now) {
      admit(slot, now);
    }
  }
}

bool Readiness::release_tasks(double now) {
  while (next_release_ <= now) {
    const double release = next_release_;
    const std::uint32_t slot = by_release_[released_++];
    next_release_ = released_ < by_release_.size() ? job(by_release_[released_]).release.count() : kNever;
    admit(slot, release);
  }
  return true;
}

void Readiness::admit(std::uint32_t slot, double now) {
  if (!predecessors_left_.empty() && predecessors_left_[slot] > 0) {
    state_[slot] = kBehindTasks;
  } else {
    become_ready(slot, 0, now);
  }
}

}  // namespace warpshop::evaluate
