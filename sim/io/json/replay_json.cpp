#include <cstddef>

#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"

namespace warpshop::io {
namespace {

Json part_json(const RecordedPart& part) {
  return {{"name", part.name},
          {"commands", part.commands},
          {"predicted_ms", part.predicted},
          {"recorded_ms", part.recorded},
          {"recorded_busy_ms", part.busy},
          {"error", part.error()},
          {"median_start_error_ms", part.start_error}};
}

Json steps_json(const StepPrediction& prediction) {
  return {{"jobs", prediction.jobs},
          {"unlike", prediction.unlike},
          {"recorded_spread", prediction.recorded_spread},
          {"steps", list_of(prediction.steps, [](const PredictedStep& step) -> Json {
             return {{"job", step.job}, {"predicted_ms", step.predicted}, {"recorded_ms", step.recorded}};
           })}};
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const RecordedReplay& replay) {
  const Simulation& simulation = replay.simulation;
  const Timeline& timeline = simulation.timeline;
  Json head{{"schema", "warpshop.replay/1"},
            {"workload", workload_json(simulation.workload, simulation.task_names)},
            {"device", simulation.device},
            {"engine", simulation.engine},
            {"whole", part_json(replay.whole)},
            {"recorded_busy_ms", replay.whole.busy},
            {"engines", list_of(replay.engines, part_json)},
            {"streams", list_of(replay.streams, part_json)},
            {"jobs", list_of(replay.by_job, part_json)}};
  if (replay.steps) {
    head["steps"] = steps_json(*replay.steps);
  }
  add_origin(head, simulation.basis, simulation.origin);
  out << opened(head);
  write_rows(out, "commands", timeline.intervals.size(), [&](std::size_t i) -> Json {
    const Interval& interval = timeline.intervals[i];
    const RecordedTimes& recorded = replay.recorded[interval.task];
    return {{"task", simulation.task_names[interval.task]},
            {"position", interval.task},
            {"stream", recorded.stream},
            {"stage", name(interval.stage)},
            {"start_ms", interval.start},
            {"end_ms", interval.end},
            {"recorded_start_ms", recorded.start},
            {"recorded_end_ms", recorded.end}};
  });
  out << "}\n";
}

}  // namespace warpshop::io
