#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

/// A command, predicted and recorded.
struct Command {
  const RecordedReplay& in;
  const Interval& of;
  const RecordedTimes& recorded() const { return in.recorded[of.task]; }
};

const Fields<Command>& command_fields() {
  static const Fields<Command> fields{
      {"task", "by name",
       [](const Command& row) -> std::string_view { return row.in.simulation.task_names[row.of.task]; }},
      {"position", kPositionText, &Interval::task},
      {"job", "the job that it is part of; empty: none",
       [](const Command& row) -> std::string_view { return row.in.jobs[row.of.task]; }, kCsvOnly},
      {"stream", "as the workload numbers them", [](const Command& row) { return row.recorded().stream; }},
      {"stage", "which stage it is", [](const Command& row) { return name(row.of.stage); }, kStages},
      {"engine", kDeviceEngineText,
       [](const Command& row) { return engine_name(row.of.stage, row.in.simulation.timeline.dma_engines); }, kCsvOnly},
      {"start_ms", "start as predicted", &Interval::start, kNotNegative},
      {"end_ms", "end as predicted", &Interval::end, kNotNegative},
      {"recorded_start_ms", "start as recorded", [](const Command& row) { return row.recorded().start; }, kNotNegative},
      {"recorded_end_ms", "end as recorded", [](const Command& row) { return row.recorded().end; }, kNotNegative},
  };
  return fields;
}

const Fields<RecordedPart>& part_fields() {
  static const Fields<RecordedPart> fields{
      {"name", "what it is called", &RecordedPart::name},
      {"commands", "how many commands it has", &RecordedPart::commands, kPositive | show(1)},
      {"predicted_ms",
       "from its first start to its last end, as predicted; of the whole from the start of the recording",
       &RecordedPart::predicted, kNotNegative | show("{:.3f}", 0, "predicted span ms")},
      {"recorded_ms", "the same as recorded", &RecordedPart::recorded,
       kNotNegative | show("{:.3f}", 0, "recorded span ms")},
      {"recorded_busy_ms", "of that the time in which any of its commands ran, as recorded", &RecordedPart::busy,
       kNotNegative},
      {"error", "predicted / recorded - 1; null, in CSV empty, where nothing was recorded to take any time",
       &RecordedPart::error, kNull | show("{:+.1f} %") | none("-")},
      {"median_start_error_ms", "by how much commands start too early or late, in the median",
       &RecordedPart::start_error, kNotNegative | show("{:.3f}", 0, "start off by ms")},
      {"recorded_busy_ms", "the same", &RecordedPart::busy, kTableOnly | show("{:.3f}")},
  };
  return fields;
}

/// Any of the parts, as tables call it.
struct Part {
  std::string_view kind;
  const RecordedPart& of;
};

std::vector<Part> parts_of(const RecordedReplay& replay) {
  std::vector<Part> parts;
  for (const auto& [kind, list] :
       {std::pair{"engine", &replay.engines}, {"stream", &replay.streams}, {"job", &replay.by_job}}) {
    for (const RecordedPart& part : *list) {
      parts.push_back({kind, part});
    }
  }
  return parts;
}

const Fields<PredictedStep>& predicted_step_fields() {
  static const Fields<PredictedStep> fields{
      {"job", "its name", &PredictedStep::job, show_name(0, "step")},
      {"predicted_ms", "from the end of the job before to its own, as predicted", &PredictedStep::predicted,
       show("{:.3f}")},
      {"recorded_ms", "the same as recorded", &PredictedStep::recorded, show("{:.3f}")},
      {"error", "predicted / recorded - 1", &PredictedStep::error, kTableOnly | show("{:+.1f} %")},
  };
  return fields;
}

const Fields<StepPrediction>& step_fields() {
  static const Fields<StepPrediction> fields{
      {"jobs", "jobs of the recording", &StepPrediction::jobs},
      {"unlike", "jobs of the second half that none of the first half is like", &StepPrediction::unlike},
      {"recorded_spread", "(longest - shortest) / median of recorded steps that are alike",
       &StepPrediction::recorded_spread, kNotNegative},
      {"steps", "jobs of the second half", predicted_step_fields(), &StepPrediction::steps},
  };
  return fields;
}

const std::vector<Interval>& commands_of(const RecordedReplay& replay) {
  return replay.simulation.timeline.intervals;
}

/// Of the second half; none: it was not asked for.
const std::vector<PredictedStep>& predicted_steps(const RecordedReplay& replay) {
  static const std::vector<PredictedStep> none;
  return replay.steps ? replay.steps->steps : none;
}

}  // namespace

const Kind<RecordedReplay>& kind_of(const RecordedReplay* /*of*/) {
  static const Fields<Simulation> simulation_part{
      {"workload", kWorkloadText, workload_fields(),
       [](const Simulation& of) {
         return NamedWorkload{of.workload, of.task_names.size()};
       },
       kFlat},
      {"device", kDeviceText, &Simulation::device},
      {"engine", kEngineText, &Simulation::engine, kEngines | column("simulator")},
  };
  const auto simulation = [](auto member) {
    return [member](const RecordedReplay& of) -> const auto& {
      return of.simulation.*member;
    };
  };
  static const Fields<Part> shown_part{
      {"", "what it is called", [](const Part& row) { return std::string(row.kind) + ' ' + row.of.name; },
       kTableOnly | show_name()},
      {part_fields(), [](const Part& row) -> const RecordedPart& { return row.of; }}};
  static const Kind<RecordedReplay> described{
      {.name = "replay",
       .title = "what `warpshop replay --format json` prints, a command a line",
       .command = "replay",
       .first_columns = "task,position,job,stream,stage,engine,start_ms,end_ms,recorded_start_ms,recorded_end_ms,"
                        "workload,device,simulator,assumed,set,file,seed,budget,version"},
      {{simulation_part, &RecordedReplay::simulation},
       {"whole", "all commands", part_fields(), &RecordedReplay::whole},
       {"recorded_busy_ms", "in which some command ran, as recorded; the rest of the whole is the host's time",
        [](const RecordedReplay& of) { return of.whole.busy; }, kNotNegative},
       {"engines", "what each engine served", part_fields(), &RecordedReplay::engines},
       {"streams", "by stream, as the workload numbers them", part_fields(), &RecordedReplay::streams},
       {"jobs", "by job", part_fields(), &RecordedReplay::by_job},
       {"steps", "only with --first-half: steps of the second half, with the host's lags of the first half",
        step_fields(), &RecordedReplay::steps},
       {"parts", "engines, streams and jobs", shown_part, parts_of, kTableOnly},
       {"predicted_steps", "jobs of the second half", predicted_step_fields(), predicted_steps, kTableOnly},
       {basis_fields(), simulation(&Simulation::basis)},
       {origin_fields(), simulation(&Simulation::origin)},
       {"commands", "in the order in which they were recorded", command_fields(), commands_of, kRows | kLines}}};
  return described;
}

}  // namespace warpshop::result
