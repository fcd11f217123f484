#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/device.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/note.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// A workload on its devices, ready to be planned.
struct Problem {
  std::string workload;
  std::vector<std::string> task_names;
  Fleet fleet;
  std::string file = {};                            ///< of the workload
  std::vector<JobTasks> jobs = {};                  ///< that its tasks are part of
  Basis basis = {};                                 ///< what is assumed; `set` is the command's
  bool is_prepared = false;                         ///< kernels may share the one device
  std::shared_ptr<const Device> prepared_for = {};  ///< that device, where it is: what is assumed may be changed
  std::optional<RecordedMakespan> recorded = {};    ///< of an imported workload: see recorded_makespan()
  std::optional<Millis> sharing_bound = {};         ///< see sharing_bound(), where that was asked for
  std::vector<Note> notes = {};                     ///< what a user is to know of it before it is planned
};

/// Throws InputError, see resolve().
Problem make_problem(const Workload& workload, std::span<const Device> devices);
Problem make_problem(const Workload& workload, const Device& device);

/// Fits how kernels share the device, see evaluate::prepare_sharing(), and adds what that rests on to the basis; for a
/// fleet of several, or a device whose profile does not say what an SM holds, nothing.
void prepare_sharing(Problem& problem, std::span<const Device> devices);

/// What plans of a fleet cannot be below: those that run one kernel at a time, those whose kernels share, and of these
/// those of MIG instances.
class LowerBounds {
 public:
  /// sharing: whether there are plans whose kernels share; the fleet is one prepared device then.
  LowerBounds(const Fleet& fleet, Objective objective, bool sharing);

  Millis of(const Plan& plan) const {
    return !plan.share ? exclusive_ : plan.share->partitions_of_copies() > 1 ? *partitioned_ : *shared_;
  }
  /// Of all plans whose kernels share, where there are any.
  std::optional<Millis> of_sharing() const { return partitioned_ ? std::min(*shared_, *partitioned_) : shared_; }
  /// Of plans of every kind that there is.
  Millis of_all() const { return std::min(exclusive_, of_sharing().value_or(exclusive_)); }

 private:
  Millis exclusive_;
  std::optional<Millis> shared_;
  std::optional<Millis> partitioned_;  ///< of a chip that has MIG
};

/// What no plan is below whose kernels share the devices; nothing: none of them could. problem: prepared or not.
std::optional<Millis> sharing_bound(Problem problem, const Workload& workload, std::span<const Device> devices,
                                    Objective objective);

/// A simulator: what says how long a plan takes. Studies ask through checked_timeline().
struct Engine {
  std::string_view name;
  Timeline (*timeline)(const Fleet& fleet, const Plan& plan);
  /// Writes its own record of the plan, in the Paje format, to a file; nullptr: it keeps none.
  void (*record)(const Fleet& fleet, const Plan& plan, const std::string& file) = nullptr;
};

/// The engine that tells all times apart that a double does.
inline constexpr std::string_view kExactEngine = "fast";

/// The engine that is asked, and all that there are: those that have to agree with it. Both outlive it.
struct EngineChoice {
  const Engine& asked;
  std::span<const Engine> all;
};

/// What an engine says of a plan: the one way from an engine to a result. Throws evaluate::ImpossibleTimeline, which
/// names the engine: its timeline breaks a rule that holds for all (evaluate::check_timeline()), or another engine says
/// something else by more than 5e-9 of the makespan (of many tasks more: evaluate::check_agreement()), or the closed
/// form does. Of kernels that share there is one evaluation, whichever engine is asked, held against the rules alone.
/// bound: what no plan of the objective is below, if somebody knows it already; known: that evaluation, the same way.
Timeline checked_timeline(const EngineChoice& engine, const Fleet& fleet, const Plan& plan, Objective objective,
                          const std::optional<Millis>& bound = {}, const Timeline* known = nullptr);

}  // namespace warpshop::study
