#include "sim/evaluate/cost.hpp"

#include <algorithm>
#include <vector>

namespace warpshop::evaluate {

void Costs::add(std::uint32_t task, Millis end) {
  switch (objective_) {
    case Objective::makespan:
      total_ = std::max(total_, end);
      break;
    case Objective::weighted_completion:
      total_ += instance_.weight(task) * end;
      break;
    case Objective::lateness:
      if (instance_.due_date(task) < kNoDueDate) {
        total_ = std::max(total_, end - instance_.due_date(task));
      }
      break;
  }
}

Millis cost(const Instance& instance, const Timeline& timeline, Objective objective) {
  if (objective == Objective::makespan) {
    return timeline.makespan;
  }
  std::vector<Millis> ends(instance.size(), Millis{0});
  for (const Interval& interval : timeline.intervals) {
    ends[interval.task] = std::max(ends[interval.task], interval.end);
  }
  Costs costs(instance, objective);
  for (std::uint32_t task = 0; task < ends.size(); ++task) {
    costs.add(task, ends[task]);
  }
  return costs.total();
}

}  // namespace warpshop::evaluate
