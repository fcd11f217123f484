#include "sim/order/whole_insertions.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::order {

void WholeInsertions::insert(std::size_t position, std::uint32_t task) {
  sequence_.insert(sequence_.begin() + static_cast<std::ptrdiff_t>(position), task);
}

void WholeInsertions::remove(std::size_t position) {
  sequence_.erase(sequence_.begin() + static_cast<std::ptrdiff_t>(position));
}

Insertion WholeInsertions::best(std::uint32_t task) {
  const Window window = windows_.of(task, sequence_);
  trial_ = sequence_;
  trial_.insert(trial_.begin() + static_cast<std::ptrdiff_t>(window.last), task);
  tried_.clear();
  for (std::size_t position = window.last;; --position) {
    tried_.push_back({position, evaluator_.cost(trial_)});
    if (position == window.first) {
      break;
    }
    std::swap(trial_[position], trial_[position - 1]);
  }
  const auto by_cost = [](const Insertion& a, const Insertion& b) { return a.cost < b.cost; };
  const Millis least = std::min_element(tried_.begin(), tried_.end(), by_cost)->cost;
  return *std::find_if(tried_.begin(), tried_.end(), [&](const Insertion& trial) { return tied(trial.cost, least); });
}

}  // namespace warpshop::order
