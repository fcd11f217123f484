#include "sim/learn/explained.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "sim/stats/mean.hpp"

namespace warpshop::learn {

double explained(const Regressor& regressor, const Table& table) {
  const double mean = stats::mean(table.targets);
  double missed = 0;
  double spread = 0;
  for (std::size_t number = 0; number < table.rows(); ++number) {
    const double error = table.targets[number] - regressor(table.row(number));
    const double deviation = table.targets[number] - mean;
    missed += error * error;
    spread += deviation * deviation;
  }
  const auto [least, most] = std::minmax_element(table.targets.begin(), table.targets.end());
  if (*least < *most) {
    return 1 - missed / spread;
  }
  return missed > 0 ? -std::numeric_limits<double>::infinity() : 1;
}

}  // namespace warpshop::learn
