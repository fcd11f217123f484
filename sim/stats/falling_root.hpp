#pragma once

#include <cmath>

namespace warpshop::stats {

/// Where a function that falls from above 0 at `low` to below it at `high` is 0, within 1e-12 of 0 or 1e-13 of the
/// place: false position with Illinois' remedy for an end that stays, every third step a halving. At most 200 calls,
/// the last one at what is returned.
template <class Function>
double falling_root(double low, double high, const Function& function) {
  double at_low = 1;
  double at_high = -1;
  int stays = 0;  // which end has been kept last
  double place = low;
  for (int step = 0; step < 200; ++step) {
    place = step % 3 == 0 ? (low + high) / 2 : low + (high - low) * at_low / (at_low - at_high);
    const double found = function(place);
    if (std::abs(found) < 1e-12 || high - low < 1e-13) {
      break;
    }
    if (found > 0) {
      low = place;
      at_low = found;
      at_high *= stays == 1 ? 0.5 : 1;
      stays = 1;
    } else {
      high = place;
      at_high = found;
      at_low *= stays == -1 ? 0.5 : 1;
      stays = -1;
    }
  }
  return place;
}

}  // namespace warpshop::stats
