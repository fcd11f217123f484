#include "sim/model/client.hpp"

#include "sim/model/quantity.hpp"

namespace warpshop {
namespace {

struct GoalText {
  std::string operator()(const LatencyGoal& goal) const {
    return quantity_text(goal.quantile * 100, {}) + " % within " + quantity_text(goal.latency.count(), kTimeUnits[4]);
  }
  std::string operator()(const RateGoal& goal) const { return quantity_text(goal.rate.value, {}) + " /s"; }
  std::string operator()(const SpeedGoal& goal) const {
    return quantity_text(goal.part * 100, {}) + " % of its speed alone";
  }
};

}  // namespace

std::string goal_text(const Goal& goal) {
  return std::visit(GoalText{}, goal);
}

}  // namespace warpshop
