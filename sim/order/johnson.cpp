#include <algorithm>
#include <vector>

#include "sim/order/plans.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {

/// Johnson's two-machine rule on the times a = H2D + K and b = K + D2H: tasks with a ≤ b by increasing a, then the
/// others by decreasing b.
Planned johnson(const Instance& instance, const Options& options) {
  std::vector<Millis> first;
  std::vector<Millis> second;
  for (const Job& job : instance.jobs) {
    first.push_back(-(job.alone(Stage::h2d) + job.kernel));
    second.push_back(job.kernel + job.alone(Stage::d2h));
  }
  const auto opens = [&](std::uint32_t task) { return !clearly_less(second[task], -first[task]); };
  Order order = by_decreasing(first);
  order.erase(std::remove_if(order.begin(), order.end(), [&](auto task) { return !opens(task); }), order.end());
  const Order by_second = by_decreasing(second);
  std::copy_if(by_second.begin(), by_second.end(), std::back_inserter(order), [&](auto task) { return !opens(task); });
  return ordered(instance, std::move(order), options);
}

}  // namespace warpshop::order
