#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"
#include "sim/result/setting_fields.hpp"

namespace warpshop::result {
namespace {

template <class Part>
struct In {
  const TimedSimulation& in;
  const Part& of;
  std::string_view task(std::uint32_t position) const { return in.of.task_names[position]; }
};
using Row = In<Interval>;

const Fields<Row>& interval_fields() {
  const auto times = [](const Row& row) -> const TaskTimes& { return row.in.times[row.of.task]; };
  static const Fields<TaskTimes> times_part{
      {"release_ms", "nothing of the task starts earlier", &TaskTimes::release, kCsvOnly},
      {"due_ms", "its due date; empty: none", &TaskTimes::due, kCsvOnly},
      {"completion_ms", "when all of it has ended, from the start of the plan", &TaskTimes::completion, kCsvOnly},
      {"slack_ms", "due date less completion; below 0: late; empty: no due date", &TaskTimes::slack, kCsvOnly},
  };
  static const Fields<Row> fields{
      {"task", "by name", [](const Row& row) { return row.task(row.of.task); }, show_name()},
      {"position", kPositionText, &Interval::task},
      {"device", "the GPU; only where there are several",
       [](const Row& row) {
         const auto& fleet = row.in.of.fleet;
         return fleet.empty() ? std::nullopt : std::optional<std::string_view>(fleet[row.of.device]);
       },
       kJsonOnly | show_name()},
      {"device", "the GPU: NAME, or NAME#1, NAME#2, … of several alike",
       [](const Row& row) -> std::string_view {
         return row.in.of.fleet.empty() ? row.in.of.device : row.in.of.fleet[row.of.device];
       },
       kCsvOnly},
      {"stage", "of the task", [](const Row& row) { return name(row.of.stage); }, kStages | show()},
      {"engine", kDeviceEngineText,
       [](const Row& row) { return engine_name(row.of.stage, row.in.of.timeline.dma_engines_of(row.of.device)); },
       kDeviceEngines | show(1)},
      {"start_ms", kStartText, &Interval::start, kNotNegative | show("{:.3f}")},
      {"end_ms", kEndText, &Interval::end, kNotNegative | show("{:.3f}")},
      {times_part, times},
  };
  return fields;
}

const Fields<In<Residency>>& held_fields() {
  static const Fields<In<Residency>> fields{
      {"task", "by name", [](const In<Residency>& row) { return row.task(row.of.task); }},
      {"position", kPositionText, [](const In<Residency>& row) { return row.of.task; }},
      {residency_fields(), [](const In<Residency>& row) -> const Residency& { return row.of; }},
  };
  return fields;
}

const Fields<ResourceLoad>& load_fields() {
  const auto busy = [](SharedResource resource) {
    return [resource](const ResourceLoad& load) { return load.busy[index(resource)]; };
  };
  static const Fields<ResourceLoad> fields{
      {"from_ms", kFromStartText, &ResourceLoad::from, kNotNegative},
      {"issue", "part of the issue slots of all SMs", busy(SharedResource::issue), kNotNegative},
      {"dram", "part of the memory bandwidth", busy(SharedResource::dram), kNotNegative},
      {"l1", "part of what shared memory and L1 of all SMs can do", busy(SharedResource::l1), kNotNegative},
  };
  return fields;
}

/// What is shown of a task's or a job's due date and end.
template <class Times>
std::optional<Millis> shown_slack(const Times& times) {
  return times.due && tied(*times.due, times.completion) ? Millis{0} : times.slack();
}
template <class Times>
std::optional<std::string_view> shown_late(const Times& times) {
  return times.late() ? std::optional<std::string_view>("late") : std::nullopt;
}

const Fields<In<TaskTimes>>& task_times_fields() {
  const auto position = [](const In<TaskTimes>& row) {
    return static_cast<std::uint32_t>(position_in(row.in.times, row.of));
  };
  static const Fields<In<TaskTimes>> fields{
      {"task", "by name", [position](const In<TaskTimes>& row) { return row.task(position(row)); }, show_name()},
      {"position", kPositionText, position},
      {"release_ms", "nothing of it starts earlier", &TaskTimes::release, kNotNegative | show("{:.3f}", 1)},
      {"due_ms", "its due date; null: none", &TaskTimes::due, kNull | kNotNegative | show("{:.3f}")},
      {"completion_ms", "when it has ended, from the start of the plan", &TaskTimes::completion,
       kNotNegative | show("{:.3f}", 0, "end ms")},
      {"slack_ms", "due date less completion; below 0: late; null: no due date", &TaskTimes::slack, kNull},
      {"slack_ms", "0 only where it ends just when it is due", shown_slack<TaskTimes>, kTableOnly | kNull | show("~3")},
      {"", "late", shown_late<TaskTimes>, kTableOnly | show()},
      {"late", "stands out", &TaskTimes::late, kTableOnly | kMarks},
  };
  return fields;
}

const Fields<JobTimes>& job_fields() {
  static const Fields<JobTimes> fields{
      {"job", "its name", &JobTimes::name, show_name()},
      {"tasks", "how many tasks are part of it", &JobTimes::tasks, kPositive | show(1)},
      {"start_ms", "when the first of them starts, from the start of the plan", &JobTimes::start,
       kNotNegative | show("{:.3f}")},
      {"due_ms", "its due date; null: none", &JobTimes::due, kNull | kNotNegative},
      {"completion_ms", "when the last of them has ended", &JobTimes::completion,
       kNotNegative | show("{:.3f}", 0, "end ms")},
      {"slack_ms", "due date less completion; below 0: late; null: no due date", &JobTimes::slack, kNull},
      {"due_ms", "its due date", &JobTimes::due, kTableOnly | show("{:.3f}")},
      {"slack_ms", "0 only where it ends just when it is due", shown_slack<JobTimes>, kTableOnly | show("~3")},
      {"", "late", shown_late<JobTimes>, kTableOnly | show()},
      {"late", "stands out", &JobTimes::late, kTableOnly | kMarks},
  };
  return fields;
}

const std::vector<Interval>& intervals_of(const TimedSimulation& from) {
  return from.of.timeline.intervals;
}
const std::vector<Residency>& residencies_of(const TimedSimulation& from) {
  return from.of.timeline.residencies;
}

}  // namespace

TimedSimulation viewed(const Simulation& simulation) {
  return {simulation,
          task_times(simulation.releases, simulation.due, simulation.timeline, simulation.task_names.size()),
          due_tasks(simulation.due)};
}

const Kind<TimedSimulation>& kind_of(const Simulation* /*of*/) {
  using From = const TimedSimulation&;
  static const Kind<TimedSimulation> described{
      {.name = "timeline",
       .title = "what `warpshop simulate --format json` prints, an interval a line",
       .command = "simulate",
       .first_columns =
           "task,position,device,stage,engine,start_ms,end_ms,release_ms,due_ms,completion_ms,slack_ms,workload,"
           "simulator,policy,objective,lower_bound_ms,predicted_ms,cost_ms,makespan_ms,proven_optimal,planning_us,"
           "makespan_low_ms,makespan_high_ms,assumed,set,file,seed,budget,version"},
      {{"workload", kWorkloadText, workload_fields(),
        [](From from) {
          return NamedWorkload{from.of.workload, from.of.task_names.size()};
        },
        kFlat},
       {"device", kDeviceText, &Simulation::device, kJsonOnly},
       {"engine", kEngineText, &Simulation::engine, kEngines | column("simulator")},
       {"objective", kObjectiveText, [](From from) { return name(from.of.objective); }, kObjectives},
       {"plan", "what ran, or would", chosen_plan_fields(),
        [](From from) {
          return ChosenPlan{{from.of.policy, from.of.plan, from.of.task_names, from.of.fleet},
                            from.of.order_given,
                            from.of.proven_optimal};
        },
        kJsonOnly},
       {"policy", "by name, or `given`", &Simulation::policy, kCsvOnly},
       {"lower_bound_ms", "no plan costs less", &Simulation::lower_bound},
       {"predicted_ms", kPredictedText, &Simulation::predicted},
       {"cost_ms", kCostText, &Simulation::cost},
       {"makespan_ms", kMakespanText, [](From from) { return from.of.timeline.makespan; }, kNotNegative},
       {"due_tasks", kDueTasksText, &TimedSimulation::due},
       {"late_tasks", kLateTasksText,
        [](From from) { return from.due > 0 ? std::optional(late_tasks(from.times)) : std::nullopt; }, kNull},
       {"proven_optimal", kProvenText, &Simulation::proven_optimal, kCsvOnly},
       {basis_fields(), &Simulation::basis},
       {origin_fields(), &Simulation::origin},
       {"recorded", kRecordedText, recorded_fields(), &Simulation::recorded},
       {"planning_us", kPlanningText, &Simulation::planning, kNotNegative},
       {figure_fields(),
        [](From from) {
          return Figures{from.of.sharing, from.of.energy, from.of.assumed_costs};
        }},
       {"intervals", "one a stage, in the order of the plan", interval_fields(), intervals_of, kRows | kLines},
       {"residencies", "what kernels hold of the SMs, by start; only where they share the GPU", held_fields(),
        residencies_of, kIfAny | kLines},
       {"loads",
        "how busy kernels keep what they share, from each time on, by the co-run law; only where they share and the "
        "profile has curves of all",
        load_fields(), &Simulation::loads, kIfAny | kLines},
       {"settings",
        "what to set on a GPU: of an MPS client, a task in a MIG instance, or a kernel by itself; only where kernels "
        "share the GPU and there is something to set",
        setting_fields<TimedSimulation>(), &Simulation::settings, kIfAny | kLines | kSettings},
       {"task_times", "one a task, by position", task_times_fields(), &TimedSimulation::times, kLines},
       {"jobs", "one a job, as they come first in the workload; only where tasks are part of jobs", job_fields(),
        &Simulation::jobs, kIfAny | kLines}}};
  return described;
}

}  // namespace warpshop::result
