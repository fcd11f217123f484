#include "sim/report/objective_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

/// sign (cost - other), relative to `other` where that makes sense.
std::string difference(Objective objective, Millis cost, Millis other, double sign) {
  const bool equal = tied(cost, other);
  if (objective == Objective::lateness) {
    const double millis = equal ? 0 : sign * (cost - other).count();
    return fmt::format("{:.3f} ms", std::abs(millis) < 0.0005 ? 0.0 : millis);
  }
  const double percent = equal ? 0 : sign * (cost / other - 1) * 100;
  return fmt::format("{:.1f} %", std::abs(percent) < 0.05 ? 0.0 : percent);
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
