#include "sim/report/html/replay_chapter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/replay_table.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report::html {
namespace {

/// Of many parts so many have a row.
constexpr std::size_t kMostRows = 200;

std::string error_text(const RecordedPart& part) {
  const auto error = part.error();
  return error ? signed_percent(*error) + " %" : "-";
}

std::string both_timelines(const RecordedReplay& replay) {
  const Millis until = std::max(replay.simulation.timeline.makespan, replay.timeline.makespan);
  const std::vector<TimelineRows> drawings = drawn(replay);
  std::string text;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    const Timeline& timeline = i == 0 ? replay.simulation.timeline : replay.timeline;
    text += gantt(drawings[i],
                  {.caption = fmt::format("{}: {}", i == 0 ? "predicted" : "recorded", time_text(timeline.makespan)),
                   .makespan = timeline.makespan,
                   .until = until});
  }
  return text;
}

std::string parts_table(const RecordedReplay& replay) {
  DataTable table(
      "Span from the first start to the last end, predicted and recorded, and the time in which any command ran");
  table.column("part", Align::left);
  table.column("commands");
  table.column("predicted span ms");
  table.column("recorded span ms");
  table.column("error");
  table.column("commands start off by ms, in the median");
  table.column("recorded busy ms");
  std::size_t left_out = 0;
  const auto add = [&](std::string_view kind, const std::vector<RecordedPart>& parts) {
    for (const RecordedPart& part : parts) {
      if (table.rows() >= kMostRows) {
        ++left_out;
        continue;
      }
      table.row({escaped(fmt::format("{} {}", kind, part.name)), std::to_string(part.commands),
                 fmt::format("{:.3f}", part.predicted.count()), fmt::format("{:.3f}", part.recorded.count()),
                 error_text(part), fmt::format("{:.3f}", part.start_error.count()),
                 fmt::format("{:.3f}", part.busy.count())});
    }
  };
  add("engine", replay.engines);
  add("stream", replay.streams);
  add("job", replay.by_job);
  if (left_out > 0) {
    table.note(fmt::format("{} more parts are in --format json.", left_out));
  }
  return table.markup();
}

std::string steps_table(const StepPrediction& prediction) {
  DataTable table("Steps of the second half, from the end of the job before, with the host's lags of the first half");
  table.column("step", Align::left);
  table.column("predicted ms");
  table.column("recorded ms");
  table.column("error");
  for (std::size_t i = 0; i < std::min(prediction.steps.size(), kMostRows); ++i) {
    const PredictedStep& step = prediction.steps[i];
    const double error = step.recorded > Millis{0} ? step.predicted / step.recorded - 1 : 0;
    table.row({escaped(step.job), fmt::format("{:.3f}", step.predicted.count()),
               fmt::format("{:.3f}", step.recorded.count()), signed_percent(error) + " %"});
  }
  if (prediction.steps.size() > kMostRows) {
    table.note(fmt::format("{} more steps are in --format json.", prediction.steps.size() - kMostRows));
  }
  return table.markup();
}

}  // namespace

Chapter chapter(const RecordedReplay& replay) {
  const Simulation& simulation = replay.simulation;
  Chapter chapter{
      .question = fmt::format("Is “{}”, as recorded, predicted on {}?", simulation.workload, simulation.device),
      .answer = fmt::format("{} predicted, {} recorded: {}. Commands start {:.3f} ms off in the median.",
                            time_text(replay.whole.predicted), time_text(replay.whole.recorded),
                            error_text(replay.whole), replay.whole.start_error.count()),
      .caveats = {},
      .sections = {}};
  chapter.caveats.push_back(gpu_time_text(replay));
  chapter.caveats.back().pop_back();
  add_basis(chapter, simulation.basis);
  if (replay.steps && !replay.steps->steps.empty()) {
    double worst = 0;
    for (const PredictedStep& step : replay.steps->steps) {
      worst = std::max(worst, step.recorded > Millis{0} ? std::abs(step.predicted / step.recorded - 1) : 0);
    }
    chapter.caveats.push_back(fmt::format(
        "With the host's lags of the first half, steps of the second are at worst {} off; the recorded steps "
        "vary by {}.",
        percent(worst), percent(replay.steps->recorded_spread)));
  }
  chapter.sections.push_back({"What happens when", both_timelines(replay)});
  chapter.sections.push_back({"Part by part", parts_table(replay)});
  if (replay.steps && !replay.steps->steps.empty()) {
    chapter.sections.push_back({"The second half by the first", steps_table(*replay.steps)});
  }
  return chapter;
}

}  // namespace warpshop::report::html
