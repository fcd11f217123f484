#include "sim/report/replay_table.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_rows.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string error_text(const RecordedPart& part) {
  const auto error = part.error();
  return error ? signed_percent(*error) + " %" : "-";
}

void add_rows(TextTable& table, std::string_view kind, const std::vector<RecordedPart>& parts) {
  for (std::size_t i = 0; i < shown_rows(parts.size()); ++i) {
    const RecordedPart& part = parts[i];
    table.row({fmt::format("{} {}", kind, part.name), std::to_string(part.commands),
               fmt::format("{:.3f}", part.predicted.count()), fmt::format("{:.3f}", part.recorded.count()),
               error_text(part), fmt::format("{:.3f}", part.start_error.count()),
               fmt::format("{:.3f}", part.busy.count())});
  }
}

void print_steps(std::ostream& out, const StepPrediction& prediction, const format::Table& style) {
  out << '\n';
  if (prediction.steps.empty()) {
    out << wrapped_lines(
        fmt::format("Of {} jobs no one of the second half is like one of the first: nothing to predict "
                    "it by\n",
                    prediction.jobs),
        style.width, 2);
    return;
  }
  out << wrapped_lines(
      fmt::format(
          "Steps of the second half, each from the end of the job before, with the host's "
          "lags of the first {} of {} jobs, the very first left out; the recorded steps themselves vary by {}:\n",
          (prediction.jobs + 1) / 2, prediction.jobs, percent(prediction.recorded_spread)),
      style.width, 2);
  TextTable table;
  table.column("step", Align::left, {.wraps = true, .names = true});
  table.column("predicted ms", Align::right);
  table.column("recorded ms", Align::right);
  table.column("error", Align::right);
  double worst = 0;
  for (const PredictedStep& step : prediction.steps) {
    const double error = step.recorded > Millis{0} ? step.predicted / step.recorded - 1 : 0;
    worst = std::max(worst, std::abs(error));
    table.row({step.job, fmt::format("{:.3f}", step.predicted.count()), fmt::format("{:.3f}", step.recorded.count()),
               signed_percent(error) + " %"});
  }
  out << table.text(style) << "worst " << percent(worst);
  if (prediction.unlike > 0) {
    out << fmt::format("; {} jobs of the second half are like none of the first", prediction.unlike);
  }
  out << '\n';
}

}  // namespace

std::string gpu_time_text(const RecordedReplay& replay) {
  return fmt::format(
      "The GPU worked for {:.3f} ms of those recorded; the rest is the host's time, of which the workload "
      "has its own part as recorded.\n",
      replay.whole.busy.count());
}

void print(std::ostream& out, const format::Table& style, const RecordedReplay& replay) {
  const Simulation& simulation = replay.simulation;
  out << wrapped_lines(
             fmt::format("{} on {}, engine {}, as recorded: {:.3f} ms predicted, {:.3f} recorded ({}); commands start "
                         "{:.3f} ms off in the median",
                         simulation.workload, simulation.device, simulation.engine, replay.whole.predicted.count(),
                         replay.whole.recorded.count(), error_text(replay.whole), replay.whole.start_error.count()),
             style.width, 2)
      << wrapped_lines(gpu_time_text(replay), style.width, 2) << '\n';
  TextTable table;
  table.column("", Align::left, {.wraps = true});
  table.column("commands", Align::right, {.drop = 1});
  table.column("predicted span ms", Align::right);
  table.column("recorded span ms", Align::right);
  table.column("error", Align::right);
  table.column("start off by ms", Align::right);
  table.column("recorded busy ms", Align::right);
  add_rows(table, "engine", replay.engines);
  add_rows(table, "stream", replay.streams);
  add_rows(table, "job", replay.by_job);
  out << table.text(style);
  const std::size_t left_out = replay.by_job.size() - shown_rows(replay.by_job.size()) + replay.streams.size() -
                               shown_rows(replay.streams.size());
  if (left_out > 0) {
    out << fmt::format("… {} more; --format json or csv has all\n", left_out);
  }
  if (replay.steps) {
    print_steps(out, *replay.steps, style);
  }
  out << basis_lines(simulation.basis);
}

}  // namespace warpshop::report
