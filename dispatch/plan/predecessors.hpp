#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dispatch/plan/concrete_task.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// By task: those whose last command its first one waits for; positions in the workload.
using Awaited = std::vector<std::vector<std::uint32_t>>;

/// A task for whose end, and `lag` ≥ 0 after it, the host of another waits; a position in the workload.
struct Lagged {
  std::uint32_t before = 0;
  Millis lag{0};
};

/// What the tasks of a workload come after, by `after`, repeats expanded.
class Predecessors {
 public:
  explicit Predecessors(const Workload& workload);

  bool any() const { return !of_.empty(); }
  /// Those of a task that it comes after with a lag.
  std::span<const Lagged> lags(std::size_t task) const {
    return lags_.empty() ? std::span<const Lagged>{} : std::span(lags_[task]);
  }

  /// What has to be waited for on a device that works by the plan; empty: nothing by nobody. In ordered submission an
  /// engine ends its commands in the plan's order: of tasks whose last stages share an engine, the last one in the
  /// plan.
  Awaited awaited(const Plan& plan, const std::vector<ConcreteTask>& tasks) const;

  /// The order of submission of these tasks in which every event is recorded before anybody waits for it: as given, but
  /// a task stands behind those of them that it comes after.
  Order submission_order(std::span<const std::uint32_t> order) const;

 private:
  Awaited of_;                             ///< empty: no task comes after another
  std::vector<std::vector<Lagged>> lags_;  ///< by task; empty: there are none
};

}  // namespace warpshop::dispatch
