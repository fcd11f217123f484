#include "sim/order/johnson_rule.hpp"

#include <algorithm>
#include <iterator>

#include "sim/order/ranking.hpp"

namespace warpshop::order {

Order johnson_rule(const std::vector<Millis>& a, const std::vector<Millis>& b) {
  std::vector<Millis> by_increasing_a;
  by_increasing_a.reserve(a.size());
  for (const Millis time : a) {
    by_increasing_a.push_back(-time);
  }
  const auto opens = [&](std::uint32_t task) { return !clearly_less(b[task], a[task]); };
  Order order = by_decreasing(by_increasing_a);
  order.erase(std::remove_if(order.begin(), order.end(), [&](auto task) { return !opens(task); }), order.end());
  const Order by_b = by_decreasing(b);
  std::copy_if(by_b.begin(), by_b.end(), std::back_inserter(order), [&](auto task) { return !opens(task); });
  return order;
}

}  // namespace warpshop::order
