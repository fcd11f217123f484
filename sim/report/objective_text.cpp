#include "sim/report/objective_text.hpp"

#include "sim/report/decimals.hpp"

namespace warpshop::report {
namespace {

/// sign (cost - other), relative to `other` where that makes sense.
std::string difference(Objective objective, Millis cost, Millis other, double sign) {
  const bool equal = tied(cost, other);
  if (objective == Objective::lateness) {
    return rounded(equal ? 0 : sign * (cost - other).count(), 3) + " ms";
  }
  return rounded(equal ? 0 : sign * (cost / other - 1) * 100, 1) + " %";
}

}  // namespace

std::string_view objective_text(Objective objective) {
  switch (objective) {
    case Objective::weighted_completion:
      return "sum w C";
    case Objective::lateness:
      return "lateness";
    case Objective::makespan:
      break;
  }
  return "makespan";
}

std::string excess_text(Objective objective, Millis cost, Millis other) {
  return difference(objective, cost, other, 1);
}

std::string gain_text(Objective objective, Millis cost, Millis other) {
  return difference(objective, cost, other, -1);
}

}  // namespace warpshop::report
