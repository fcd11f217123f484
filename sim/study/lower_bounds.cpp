#include "sim/study/lower_bounds.hpp"

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/shared_bound.hpp"

namespace warpshop::study {

LowerBounds::LowerBounds(const Fleet& fleet, Objective objective, bool sharing)
    : exclusive_(evaluate::lower_bound(fleet, objective)) {
  if (sharing) {
    shared_ = evaluate::shared_lower_bound(fleet.devices.front(), objective);
  }
}

}  // namespace warpshop::study
