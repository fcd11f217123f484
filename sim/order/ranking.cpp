#include "sim/order/ranking.hpp"

#include <algorithm>
#include <numeric>

namespace warpshop::order {

Order input_order(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

Order by_decreasing(const std::vector<Millis>& keys) {
  Order order = input_order(keys.size());
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] > keys[b]; });
  for (auto run = order.begin(); run != order.end();) {
    const auto run_end = std::find_if_not(run, order.end(), [&](auto task) { return tied(keys[*run], keys[task]); });
    std::sort(run, run_end);
    run = run_end;
  }
  return order;
}

}  // namespace warpshop::order
