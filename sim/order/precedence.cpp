#include "sim/order/precedence.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace warpshop::order {

Eligibility::Eligibility(const Instance& instance) {
  if (instance.precedence.empty()) {
    return;
  }
  left_.assign(instance.size(), 0);
  first_.assign(instance.size() + 1, 0);
  for (const Precedence& pair : instance.precedence) {
    ++left_[pair.after];
    ++first_[pair.before + 1];
  }
  for (std::size_t task = 0; task < instance.size(); ++task) {
    first_[task + 1] += first_[task];
  }
  successors_.resize(instance.precedence.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Precedence& pair : instance.precedence) {
    successors_[next[pair.before]++] = pair.after;
  }
}

std::span<const std::uint32_t> Eligibility::successors(std::uint32_t task) const {
  if (first_.empty()) {
    return {};
  }
  return std::span(successors_).subspan(first_[task], first_[task + 1] - first_[task]);
}

void Eligibility::take(std::uint32_t task) {
  for (const std::uint32_t successor : successors(task)) {
    --left_[successor];
  }
}

void Eligibility::give_back(std::uint32_t task) {
  for (const std::uint32_t successor : successors(task)) {
    ++left_[successor];
  }
}

Order feasible(const Instance& instance, Order priority) {
  if (instance.precedence.empty()) {
    return priority;
  }
  std::vector<std::uint32_t> position_of(priority.size());
  for (std::uint32_t position = 0; position < priority.size(); ++position) {
    position_of[priority[position]] = position;
  }
  Eligibility eligibility(instance);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;  // positions
  for (const std::uint32_t task : priority) {
    if (eligibility.eligible(task)) {
      ready.push(position_of[task]);
    }
  }
  Order order;
  order.reserve(priority.size());
  while (!ready.empty()) {
    const std::uint32_t task = priority[ready.top()];
    ready.pop();
    order.push_back(task);
    eligibility.take(task);
    for (const std::uint32_t successor : eligibility.successors(task)) {
      if (eligibility.eligible(successor)) {
        ready.push(position_of[successor]);
      }
    }
  }
  return order;
}

InsertionWindows::InsertionWindows(const Instance& instance) : size_(instance.size()) {
  if (instance.precedence.empty()) {
    return;
  }
  reaches_.assign(size_ * size_, false);
  for (const Precedence& pair : instance.precedence) {
    reaches_[pair.before * size_ + pair.after] = true;
  }
  // Backwards through an order that keeps precedence: what a task's successors reach is known before its own.
  Order order = feasible(instance, input_order(size_));
  std::reverse(order.begin(), order.end());
  const Eligibility pairs(instance);
  for (const std::uint32_t task : order) {
    for (const std::uint32_t successor : pairs.successors(task)) {
      for (std::size_t other = 0; other < size_; ++other) {
        if (precedes(successor, static_cast<std::uint32_t>(other))) {
          reaches_[task * size_ + other] = true;
        }
      }
    }
  }
}

Window InsertionWindows::of(std::uint32_t task, std::span<const std::uint32_t> sequence) const {
  Window window{.first = 0, .last = sequence.size()};
  if (reaches_.empty()) {
    return window;
  }
  for (std::size_t position = 0; position < sequence.size(); ++position) {
    if (precedes(sequence[position], task)) {
      window.first = position + 1;
    } else if (precedes(task, sequence[position])) {
      window.last = position;
      break;
    }
  }
  return window;
}

}  // namespace warpshop::order
