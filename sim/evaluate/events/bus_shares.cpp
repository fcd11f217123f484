#include "sim/evaluate/events/bus_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace warpshop::evaluate {

void share_bus(std::span<double> demands) {
  if (std::accumulate(demands.begin(), demands.end(), 0.0) <= 1) {
    return;
  }
  std::vector<std::size_t> by_demand(demands.size());
  std::iota(by_demand.begin(), by_demand.end(), std::size_t{0});
  std::sort(by_demand.begin(), by_demand.end(), [&](std::size_t a, std::size_t b) { return demands[a] < demands[b]; });
  double left = 1;
  std::size_t claimants = demands.size();
  for (const std::size_t next : by_demand) {
    demands[next] = std::min(demands[next], left / static_cast<double>(claimants--));
    left -= demands[next];
  }
}

}  // namespace warpshop::evaluate
