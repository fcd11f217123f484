#include "sim/report/replay_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

void print_steps(std::ostream& out, const RecordedReplay& replay, const format::Table& style) {
  const StepPrediction& prediction = *replay.steps;
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
  double worst = 0;
  for (const PredictedStep& step : prediction.steps) {
    worst = std::max(worst, std::abs(step.error()));
  }
  out << shown_table(replay, "predicted_steps").text(style) << "worst " << percent(worst);
  if (prediction.unlike > 0) {
    out << fmt::format("; {} jobs of the second half are like none of the first", prediction.unlike);
  }
  out << '\n';
}

}  // namespace

std::string error_text(const RecordedPart& part) {
  const auto error = part.error();
  return error ? signed_percent(*error) + " %" : "-";
}

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
  out << shown_table(replay, "parts").text(style);
  if (replay.steps) {
    print_steps(out, replay, style);
  }
  out << basis_lines(simulation.basis);
}

}  // namespace warpshop::report
