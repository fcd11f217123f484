#include <optional>
#include <string_view>

#include "sim/model/measured_time.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

/// A stage of a task as it ran, and as it was predicted.
struct Ran {
  const Run& in;
  const Interval& of;
  const Interval& predicted() const { return in.predicted.intervals[position_in(in.measured.intervals, of)]; }
};

const Fields<Ran>& interval_fields_of_run() {
  static const Fields<Ran> fields{
      {"task", "by name", [](const Ran& row) { return std::string_view(row.in.task_names[row.of.task]); }, show_name()},
      {"position", kPositionText, &Interval::task},
      {"stage", "of the task", [](const Ran& row) { return name(row.of.stage); }, kStages | show()},
      {"engine", kDeviceEngineText,
       [](const Ran& row) { return engine_name(row.of.stage, row.in.measured.dma_engines); }, kDeviceEngines},
      {"predicted_start_ms", kStartText, [](const Ran& row) { return row.predicted().start; },
       show("{:.3f}", 0, "predicted ms")},
      {"predicted_end_ms", kEndText, [](const Ran& row) { return row.predicted().end; }, show("{:.3f}", 0, "to")},
      {"measured_start_ms", kStartText, &Interval::start, show("{:.3f}", 0, "measured ms")},
      {"measured_end_ms", kEndText, &Interval::end, show("{:.3f}", 0, "to")},
      {"duration", "how many times the predicted duration it took",
       [](const Ran& row) {
         const Millis expected = row.predicted().end - row.predicted().start;
         return expected > Millis{0} ? std::optional((row.of.end - row.of.start) / expected) : std::nullopt;
       },
       kTableOnly | show("x {:.2f}", 1)},
  };
  return fields;
}

const Fields<ErrorParts>& error_parts_fields() {
  static const Fields<StageError> stage_part{
      {"commands", "how many", &StageError::commands},
      {"predicted_ms", "sum of their durations as predicted", &StageError::predicted, kNotNegative},
      {"measured_ms", "sum of their durations as measured", &StageError::measured, kNotNegative},
      {"mean_error", "of |predicted - measured| / measured of their durations, a fraction", &StageError::mean_error,
       kNotNegative},
      {"on_critical_path_ms", "measured - predicted durations of those on the measured critical path",
       &StageError::on_path},
  };
  const auto stage = [](Stage which) { return [which](const ErrorParts& of) { return of.stages[index(which)]; }; };
  static const Fields<ErrorParts> fields{
      {"total_ms", "measured - predicted makespan", &ErrorParts::total},
      {"h2d", "of copies in", stage_part, stage(Stage::h2d)},
      {"kernel", "of kernels", stage_part, stage(Stage::kernel)},
      {"d2h", "of copies out", stage_part, stage(Stage::d2h)},
      {"gaps_ms", "on the critical path, from the end of what a command waited for to its start", &ErrorParts::gaps},
      {"rest_ms", "waiting that the prediction has elsewhere", &ErrorParts::rest},
  };
  return fields;
}

const std::vector<Interval>& measured_intervals(const Run& run) {
  return run.measured.intervals;
}

/// What a kernel held of the SMs.
struct RanOn {
  const Run& in;
  const Residency& of;
};

const Fields<RanOn>& residency_fields_of_run() {
  static const Fields<RanOn> fields{
      {"task", "by name", [](const RanOn& row) { return std::string_view(row.in.task_names[row.of.task]); }},
      {"position", kPositionText, [](const RanOn& row) { return row.of.task; }},
      {residency_fields(), [](const RanOn& row) -> const Residency& { return row.of; }},
  };
  return fields;
}

const std::vector<Residency>& measured_residencies(const Run& run) {
  return run.measured.residencies;
}

}  // namespace

const Kind<Run>& kind_of(const Run* /*of*/) {
  static const Fields<MeasuredTime> measured_part{
      {"measured_ms", "makespan, the median of the repetitions", &MeasuredTime::median, kNotNegative},
      {"measured_low_ms", "where its 95 % interval begins, of fewer than six repetitions the least", &MeasuredTime::low,
       kNotNegative},
      {"measured_high_ms", "where that ends, of fewer than six repetitions the largest", &MeasuredTime::high,
       kNotNegative},
  };
  const auto plan = [](const Run& run) { return NamedPlan{run.policy, run.plan, run.task_names, no_fleet()}; };
  static const Kind<Run> described{
      {.name = "run",
       .title = "what `warpshop run --format json` prints, an interval a line",
       .command = "run",
       .first_columns = "task,position,stage,engine,predicted_start_ms,predicted_end_ms,measured_start_ms,"
                        "measured_end_ms,workload,device,backend,chip,policy,proven_optimal,predicted_ms,measured_ms,"
                        "measured_low_ms,measured_high_ms,repetitions,results_correct,planning_us,submission_us,"
                        "assumed,set,file,seed,budget,version"},
      {{"workload", kWorkloadText, workload_fields(),
        [](const Run& run) {
          return NamedWorkload{run.workload, run.task_names.size()};
        },
        kFlat},
       {"device", kDeviceText, &Run::device},
       {"backend", kBackendText, &Run::backend, kBackends},
       {"chip", kChipText, &Run::chip},
       {"policy", "that planned, by name; `given`: the user's own order", &Run::policy},
       {"order", "positions in the workload from 0, repeats of count expanded",
        [](const Run& run) { return run.plan.order; }, kJsonOnly},
       {"tasks", "the same by name", [plan](const Run& run) { return names_of(plan(run)); }, kJsonOnly},
       {"plan", "what ran, or would", chosen_plan_fields(),
        [plan](const Run& run) {
          return ChosenPlan{plan(run), run.order_given, run.proven_optimal};
        },
        kJsonOnly},
       {"proven_optimal", kProvenText, &Run::proven_optimal, kCsvOnly},
       {"predicted_ms", "makespan by the model", [](const Run& run) { return run.predicted.makespan; }, kNotNegative},
       {measured_part, [](const Run& run) { return measured_time(run.makespans); }},
       {"error", "|predicted - measured| / measured, a fraction",
        [](const Run& run) { return relative_error(run.predicted.makespan, measured_time(run.makespans).median); },
        kNotNegative},
       {"repetitions", "makespan of each in ms, in the order in which they ran", &Run::makespans,
        kSome | kNotNegative | kJsonOnly},
       {"repetitions", "how many repetitions", [](const Run& run) { return run.makespans.size(); }, kCsvOnly},
       {basis_fields(), &Run::basis},
       {origin_fields(), &Run::origin},
       {checked_fields(),
        [](const Run& run) {
          return Checked{run.checked, run.wrong, run.task_names};
        }},
       {"drift", kDriftText, &Run::drift, kIfAny},
       {"planning_us", kPlanningText, &Run::planning, kNotNegative},
       {"submission_us",
        "median time to submit all of the plan; null, in CSV empty, where several threads submit (pageable copies, "
        "releases, gates), and wait while they do; only with --timing",
        [](const Run& run) { return run.planning ? std::make_optional(run.submission) : std::nullopt; }, kNotNegative},
       {"error_parts",
        "what the error of the repetition with the median makespan consists of: total = on_critical_path of the stages "
        "+ gaps + rest",
        error_parts_fields(), &Run::error_parts},
       {"intervals", "one a stage, in the order of the plan; measured: of the repetition with the median makespan",
        interval_fields_of_run(), measured_intervals, kRows | kLines},
       {"residencies",
        "what kernels held of the SMs, by start; measured, a block of persistent CTAs each, one an SM; only where they "
        "share the GPU",
        residency_fields_of_run(), measured_residencies, kIfAny | kLines}}};
  return described;
}

}  // namespace warpshop::result
