#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// Figures from some time on, one for each of what is drawn.
struct TimeStep {
  Millis from{0};
  std::vector<double> values;
};

/// Of a curve: about one a pixel.
inline constexpr std::size_t kMostSteps = 1200;

/// At most kMostSteps of them: of more, averages over as many equal parts of the time from 0 to `until`. By time.
std::vector<TimeStep> fewer_steps(std::vector<TimeStep> steps, Millis until);

}  // namespace warpshop::report::html
