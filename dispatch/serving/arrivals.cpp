#include "dispatch/serving/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <thread>

namespace warpshop::dispatch {

bool Arrivals::await_next(const std::atomic<bool>& stop, Clock::time_point& due) {
  if (!per_second_) {
    due = Clock::now();
    return !stop;
  }
  const double uniform = std::ldexp(static_cast<double>(random_() >> 11U), -53);  // 0 ≤ … < 1
  after_start_ += std::chrono::duration<double>(-std::log1p(-uniform) / *per_second_);
  due = start_ + std::chrono::duration_cast<Clock::duration>(after_start_);
  constexpr std::chrono::milliseconds kLook{20};  // how often is looked whether to stop
  for (auto now = Clock::now(); now < due && !stop; now = Clock::now()) {
    std::this_thread::sleep_until(std::min(due, now + kLook));
  }
  return !stop;
}

TaskDraw::TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed)
    : until_(repeats.begin(), repeats.end()), random_(seed) {
  std::partial_sum(until_.begin(), until_.end(), until_.begin());
}

std::size_t TaskDraw::next() {
  const std::uint64_t task = random_() % until_.back();
  return static_cast<std::size_t>(std::upper_bound(until_.begin(), until_.end(), task) - until_.begin());
}

}  // namespace warpshop::dispatch
