#include "sim/order/insertion/whole_insertions.hpp"

#include <algorithm>

namespace warpshop::order {

void WholeInsertions::insert(std::size_t position, std::uint32_t task) {
  sequence_.insert(sequence_.begin() + static_cast<std::ptrdiff_t>(position), task);
}

void WholeInsertions::remove(std::size_t position) {
  sequence_.erase(sequence_.begin() + static_cast<std::ptrdiff_t>(position));
}

Insertion WholeInsertions::best(std::uint32_t task) {
  const Window window = windows_.of(task, sequence_);
  const std::size_t stride = (window.last - window.first) / most_ + 1;
  trial_ = sequence_;
  trial_.insert(trial_.begin() + static_cast<std::ptrdiff_t>(window.last), task);
  tried_.clear();
  for (std::size_t position = window.last;; position -= stride) {
    tried_.push_back({position, evaluator_.cost(trial_)});
    if (position < window.first + stride) {
      break;
    }
    const auto place = trial_.begin() + static_cast<std::ptrdiff_t>(position);
    std::rotate(place - static_cast<std::ptrdiff_t>(stride), place, place + 1);
  }
  const auto by_cost = [](const Insertion& a, const Insertion& b) { return a.cost < b.cost; };
  const Millis least = std::min_element(tried_.begin(), tried_.end(), by_cost)->cost;
  return *std::find_if(tried_.begin(), tried_.end(), [&](const Insertion& trial) { return tied(trial.cost, least); });
}

}  // namespace warpshop::order
