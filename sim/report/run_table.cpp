#include "sim/report/run_table.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/model/measured_time.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {
namespace {

using Micros = std::chrono::duration<double, std::micro>;

void heading(std::ostream& out, const Run& run, std::size_t width) {
  const MeasuredTime measured = measured_time(run.makespans);
  const auto line = [&](const std::string& text) { out << wrapped_lines(text, width, 2); };
  line(fmt::format("{} on {} ({}, {}), policy {}{}", run.workload, run.device, run.backend, run.chip,
                   policy_text(run.policy, run.seeks_optimum, run.proven_optimal),
                   run.order_given ? ", order of submission given" : ""));
  line("order " + plan_text(run.plan, run.task_names));
  if (!run.plan.gates.empty()) {
    line(gates_text(run.plan, run.task_names));
  }
  line(fmt::format("predicted {:.3f} ms, measured {:.3f} ms ({} {:.3f} … {:.3f}, {} repetition{}), error {} %",
                   run.predicted.makespan.count(), measured.median.count(),
                   run.makespans.size() < stats::kFewestForInterval ? "range" : "95 % interval", measured.low.count(),
                   measured.high.count(), run.makespans.size(), run.makespans.size() == 1 ? "" : "s",
                   signed_percent(signed_error(run.predicted.makespan, measured.median))));
}

/// `planned in 12.3 us (3.1 a task)`; nothing if the time was not taken.
std::string per_task(std::string_view what, const std::optional<Micros>& time, std::size_t tasks) {
  return !time ? ""
               : fmt::format("{} in {:.1f} us ({:.1f} a task)\n", what, time->count(),
                             time->count() / static_cast<double>(tasks));
}

constexpr const char* kNoSubmissionTime =
    "submission time not known: where copies are pageable, tasks are released late or copies wait for gates, several "
    "threads submit, and wait while they do";

/// In per cent of the measured makespan.
std::string parts_text(const ErrorParts& parts, Millis measured) {
  const auto share = [&](Millis part) { return signed_percent(measured > Millis{0} ? part / measured : 0); };
  std::string text = fmt::format("the repetition below, {:.3f} ms: error {} %:", measured.count(), share(parts.total));
  for (const Stage stage : kStages) {
    text += fmt::format(" {} {},", name(stage), share(parts.stages[index(stage)].on_path));
  }
  return text + fmt::format(" gaps {}, rest {}", share(parts.gaps), share(parts.rest));
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Run& run) {
  heading(out, run, style.width);
  if (run.error_parts && run.plan.submission == Submission::ordered) {
    out << wrapped_lines(parts_text(*run.error_parts, run.measured.makespan), style.width, 2);
  }
  out << results_text(run.checked, run.wrong, run.task_names) << '\n'
      << per_task("planned", run.planning, run.task_names.size())
      << per_task("submitted", run.submission, run.task_names.size());
  if (run.planning && !run.submission && !run.plan.share) {
    out << wrapped_lines(kNoSubmissionTime, style.width, 2);
  }
  out << wrapped_lines(basis_lines(run.basis), style.width, 2);
  for (const std::string& drift : run.drift) {
    out << wrapped_lines("drift: " + drift, style.width, 2);
  }
  if (style.charts) {
    const std::array<GanttPanel, 2> panels{
        {{.title = "predicted", .timeline = run.predicted, .task_names = run.task_names},
         {.title = "measured", .timeline = run.measured, .task_names = run.task_names}}};
    out << '\n' << gantt(panels, gantt_style(style));
  }
  out << '\n' << shown_table(run, "intervals").text(style);
}

}  // namespace warpshop::report
