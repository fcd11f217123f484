#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/energy.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/sharing_metrics.hpp"
#include "sim/model/timeline.hpp"
#include "sim/result/field.hpp"

/// What several kinds of results have.
namespace warpshop::result {

/// Of an element of the list.
template <class Element>
std::size_t position_in(const std::vector<Element>& list, const Element& element) {
  return static_cast<std::size_t>(&element - list.data());
}

/// A workload, by its name.
struct NamedWorkload {
  std::string name;
  std::size_t tasks = 0;
};

/// A plan with what its positions mean.
struct NamedPlan {
  std::string policy;
  const Plan& plan;
  const std::vector<std::string>& task_names;
  const std::vector<std::string>& fleet;  ///< names of the devices, where there are several
};
/// The names of its order.
std::vector<std::string> names_of(const NamedPlan& named);
/// Of what has one device.
const std::vector<std::string>& no_fleet();

/// A plan, and whether the user gave its order, and it is known to be optimal.
struct ChosenPlan {
  NamedPlan of;
  bool order_given = false;
  bool proven_optimal = false;
};

/// Whether results were compared with those of the CPU, and of which tasks they are others.
struct Checked {
  bool checked = false;
  const std::vector<std::size_t>& wrong;
  const std::vector<std::string>& task_names;
};

inline constexpr As kEngines = limits(R"("enum": ["simgrid", "fast"])");
inline constexpr As kObjectives = limits(R"("enum": ["cmax", "wc", "lateness"])");

inline constexpr As kVersion = limits(R"("pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+")");

inline constexpr As kStages = limits(R"("enum": ["h2d", "kernel", "d2h"])");
inline constexpr As kDeviceEngines = limits(R"("enum": ["h2d", "compute", "d2h", "dma"])");
inline constexpr As kBackends = limits(R"("enum": ["cuda", "opencl", "host"])");

// Sentences that several fields say.
inline constexpr const char* kWorkloadText = "what was planned";
inline constexpr const char* kDeviceText =
    "the profile by which was predicted: a name, NAME:N for N of them, or a list";
inline constexpr const char* kEngineText = "what said how long a plan takes";
inline constexpr const char* kObjectiveText =
    "what is to be small: the makespan, the sum of weight times completion, how far behind its due date the latest "
    "task ends";
inline constexpr const char* kPredictedText = "the objective by the policy's own model (neh: without contention)";
inline constexpr const char* kCostText =
    "the objective as the engine says (wc: weight times ms); below 0 for a lateness where all are early";
inline constexpr const char* kMakespanText = "when the last task has ended, as the engine says";
inline constexpr const char* kDueTasksText = "how many tasks have a due date";
inline constexpr const char* kLateTasksText =
    "how many of the tasks with a due date end later than that; null, in CSV empty: none has one";
inline constexpr const char* kPlanningText = "how long planning took; only with --timing";
inline constexpr const char* kPositionText = "of the task in the workload, from 0";
inline constexpr const char* kFromStartText = "from the start of the plan";
inline constexpr const char* kStartText = "when it starts, from the start of the plan";
inline constexpr const char* kEndText = "when it ends, from the start of the plan";
inline constexpr const char* kDeviceEngineText = "of the GPU, that serves the stage; dma: one for both copies";
inline constexpr const char* kBackendText = "a GPU, or a device that threads of the machine play";
inline constexpr const char* kChipText = "what the device calls itself";
inline constexpr const char* kProvenText =
    "true where cost_ms is lower_bound_ms within 1e-9: no plan at all is better; true elsewhere: the best of all "
    "orders (of several GPUs: and deals) in ordered submission, one kernel at a time, without gates (of gated: with "
    "any gates), within 1e-9";
inline constexpr const char* kCorrectText = "whether all results are those of the CPU; null, in CSV empty: not checked";
inline constexpr const char* kDriftText =
    "what left the profile's confidence intervals, for people; only where something did";
inline constexpr const char* kRecordedText =
    "of an imported workload, as it is, on the device that it was recorded on; only there";

const Fields<NamedWorkload>& workload_fields();
/// What the result rests on.
const Fields<Basis>& basis_fields();
/// What it was made from.
const Fields<Origin>& origin_fields();
/// What a plan says beside its order.
const Fields<Plan>& execution_fields();
/// Policy, order, and execution_fields().
const Fields<NamedPlan>& plan_fields();
const Fields<ChosenPlan>& chosen_plan_fields();
const Fields<Checked>& checked_fields();
const Fields<RecordedMakespan>& recorded_fields();

/// What is known of how a plan went beside its times, of whatever has it.
struct Figures {
  std::optional<SharingMetrics> sharing;
  std::optional<Energy> energy;
  std::optional<AssumedCosts> assumed_costs;
};
const Fields<Figures>& figure_fields();

/// What a kernel holds of the SMs for a time.
const Fields<Residency>& residency_fields();

}  // namespace warpshop::result
