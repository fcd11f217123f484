#include "sim/report/html/replay_chapter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/replay_table.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report::html {
Chapter chapter(const RecordedReplay& replay) {
  const Simulation& simulation = replay.simulation;
  Chapter chapter{
      .question = fmt::format("Is “{}”, as recorded, predicted on {}?", simulation.workload, simulation.device),
      .answer = fmt::format("{} predicted, {} recorded: {}. Commands start {:.3f} ms off in the median.",
                            time_text(replay.whole.predicted), time_text(replay.whole.recorded),
                            error_text(replay.whole), replay.whole.start_error.count())};
  chapter.caveats.push_back(gpu_time_text(replay));
  chapter.caveats.back().pop_back();
  add_basis(chapter, simulation.basis);
  if (replay.steps && !replay.steps->steps.empty()) {
    double worst = 0;
    for (const PredictedStep& step : replay.steps->steps) {
      worst = std::max(worst, std::abs(step.error()));
    }
    chapter.caveats.push_back(fmt::format(
        "With the host's lags of the first half, steps of the second are at worst {} off; the recorded steps "
        "vary by {}.",
        percent(worst), percent(replay.steps->recorded_spread)));
  }
  chapter.sections.push_back({"What happens when", timelines(drawn(replay))});
  chapter.sections.push_back(
      {"Part by part",
       data_table(
           "Span from the first start to the last end, predicted and recorded, and the time in which any command ran",
           shown_table(replay, "parts"))});
  if (replay.steps && !replay.steps->steps.empty()) {
    chapter.sections.push_back(
        {"The second half by the first",
         data_table("Steps of the second half, from the end of the job before, with the host's lags of the first half",
                    shown_table(replay, "predicted_steps"))});
  }
  return chapter;
}

}  // namespace warpshop::report::html
