#include "sim/report/html/time_steps.hpp"

#include <algorithm>

namespace warpshop::report::html {

std::vector<TimeStep> fewer_steps(std::vector<TimeStep> steps, Millis until) {
  if (steps.size() <= kMostSteps || !(until > Millis{0})) {
    return steps;
  }
  std::vector<TimeStep> fewer(kMostSteps);
  const Millis part = until / static_cast<double>(kMostSteps);
  std::size_t next = 0;
  std::vector<double> now(steps.front().values.size(), 0);
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    TimeStep& mean = fewer[i];
    mean.from = part * static_cast<double>(i);
    mean.values.assign(now.size(), 0);
    const Millis end = part * static_cast<double>(i + 1);
    for (Millis time = mean.from; time < end;) {
      while (next < steps.size() && steps[next].from <= time) {
        now = steps[next++].values;
      }
      const Millis change = next < steps.size() ? std::min(end, steps[next].from) : end;
      for (std::size_t value = 0; value < now.size(); ++value) {
        mean.values[value] += now[value] * ((change - time) / part);
      }
      time = change;
    }
  }
  return fewer;
}

}  // namespace warpshop::report::html
