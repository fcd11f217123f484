#include "dispatch/serving/task_draw.hpp"

#include <algorithm>
#include <numeric>

namespace warpshop::dispatch {

TaskDraw::TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed)
    : until_(repeats.begin(), repeats.end()), random_(seed) {
  std::partial_sum(until_.begin(), until_.end(), until_.begin());
}

std::size_t TaskDraw::next() {
  const std::uint64_t task = random_() % until_.back();
  return static_cast<std::size_t>(std::upper_bound(until_.begin(), until_.end(), task) - until_.begin());
}

}  // namespace warpshop::dispatch
