#include "sim/report/html/run_chapter.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/measured_time.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/html/scatter.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report::html {
namespace {

std::string run_answer(const Run& run, const MeasuredTime& measured) {
  return fmt::format("{} by {}: predicted {}, measured {} ({:.3f} … {:.3f} over {}), error {} %.",
                     order_text(run.plan, run.task_names, {}, kLongestInSentence), run.policy,
                     time_text(run.predicted.makespan), time_text(measured.median), measured.low.count(),
                     measured.high.count(), number_of(run.makespans.size(), "repetition"),
                     signed_percent(signed_error(run.predicted.makespan, measured.median)));
}

std::string commands_scatter(const Run& run) {
  Scatter chart{.caption = "Duration of each command, predicted and measured",
                .more = "of that repetition",
                .unit = "ms",
                .series = {"copy in", "kernel", "copy out"},
                .points = {}};
  for (std::size_t i = 0; i < run.measured.intervals.size(); ++i) {
    const Interval& predicted = run.predicted.intervals[i];
    const Interval& measured = run.measured.intervals[i];
    const double took = (measured.end - measured.start).count();
    chart.points.push_back({(predicted.end - predicted.start).count(), took, took, took,
                            fmt::format("{}, {}", run.task_names[measured.task], name(measured.stage)),
                            index(measured.stage)});
  }
  return scatter(chart);
}

std::string parts_table(const ErrorParts& parts, Millis measured) {
  TextTable table{.columns = {{"where", Align::left}, {"ms"}, {"share"}}};
  const auto row = [&](std::string where, Millis part) {
    table.row({std::move(where), fmt::format("{:+.3f}", part.count()),
               measured > Millis{0} ? signed_percent(part / measured) + " %" : ""});
  };
  for (const Stage stage : kStages) {
    row(std::string{name(stage)}, parts.stages[index(stage)].on_path);
  }
  row("gaps between commands", parts.gaps);
  row("rest: the prediction waits elsewhere", parts.rest);
  row("measured - predicted", parts.total);
  return data_table("Along the measured critical path, in ms and in per cent of the measured makespan", table);
}

}  // namespace

Chapter chapter(const Run& run, std::span<const Millis> alone) {
  const MeasuredTime measured = measured_time(run.makespans);
  Chapter chapter{.question = fmt::format("Does “{}” run on {} as predicted?", run.workload, run.device),
                  .answer = run_answer(run, measured),
                  .caveats = {fmt::format("Measured on {} ({}).", run.chip, run.backend),
                              "The CPU's check: " + results_text(run.checked, run.wrong, run.task_names) + "."},
                  .seed = run.origin.seed};
  add_basis(chapter, run.basis);
  for (const std::string& drift : run.drift) {
    chapter.caveats.push_back("drift: " + drift);
  }
  chapter.sections.push_back(
      {"What happens when", timelines(drawn(run), "the repetition with the median makespan", alone)});
  chapter.sections.push_back({"Command by command", commands_scatter(run)});
  if (run.error_parts && run.plan.submission == Submission::ordered) {
    chapter.sections.push_back(
        {"Where the difference comes from", parts_table(*run.error_parts, run.measured.makespan)});
  }
  return chapter;
}

}  // namespace warpshop::report::html
