#include "sim/order/ranking.hpp"

#include <algorithm>
#include <cstdint>

namespace warpshop::order {
namespace {

/// By decreasing key; sort_run(first, last) sorts each run of tied keys.
template <class SortRun>
Order in_runs(const std::vector<Millis>& keys, const SortRun& sort_run) {
  Order order = input_order(keys.size());
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] > keys[b]; });
  for (auto run = order.begin(); run != order.end();) {
    const auto run_end = std::find_if_not(run, order.end(), [&](auto task) { return tied(keys[*run], keys[task]); });
    sort_run(run, run_end);
    run = run_end;
  }
  return order;
}

}  // namespace

Order by_decreasing(const std::vector<Millis>& keys) {
  return in_runs(keys, [](auto run, auto run_end) { std::sort(run, run_end); });
}

Order by_decreasing(const std::vector<Millis>& keys, const std::vector<Millis>& second) {
  return in_runs(keys, [&](auto run, auto run_end) {
    std::sort(run, run_end);
    const Order tied_keys(run, run_end);
    std::vector<Millis> own;
    for (const std::uint32_t position : tied_keys) {
      own.push_back(second[position]);
    }
    for (const std::uint32_t place : by_decreasing(own)) {
      *run++ = tied_keys[place];
    }
  });
}

}  // namespace warpshop::order
