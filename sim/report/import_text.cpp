#include "sim/report/import_text.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::report {
namespace {

std::string reason_text(const IdleSpan& idle) {
  switch (idle.reason) {
    case IdleReason::host:
      return fmt::format("the host called {:.3f} ms into it", idle.called.count());
    case IdleReason::host_that_waited:
      return fmt::format("the host, which had waited for {}, called {:.3f} ms into it", idle.before,
                         idle.called.count());
    case IdleReason::launch:
      return fmt::format("launched late, {:.3f} ms after the call", (idle.length - idle.called).count());
    case IdleReason::pages:
      return "pages move when they are touched or asked for";
    case IdleReason::uncalled:
      return "its call was not recorded";
    case IdleReason::unknown:
      break;
  }
  return fmt::format("no recorded reason, called {:.3f} ms before it began", (idle.length - idle.called).count());
}

std::string idle_text(const std::vector<IdleSpan>& longest) {
  std::string text = longest.empty() ? "" : "The GPU was idle for longest:\n";
  for (const IdleSpan& idle : longest) {
    text +=
        fmt::format("  {:.3f} ms from {:.3f} ms on, {} and before {}: {}\n", idle.length.count(), idle.start.count(),
                    idle.before.empty() ? "at the start" : "after " + idle.before, idle.after, reason_text(idle));
  }
  return text;
}

}  // namespace

std::string import_text(const ImportReport& report) {
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : report.commands) {
    kinds.push_back(fmt::format("{} {}", count, kind));
  }
  std::string text = fmt::format("{}; {} jobs, {} of the host\n", fmt::join(kinds, ", "), report.jobs,
                                 report.threads == 1 ? "one thread" : fmt::format("{} threads", report.threads));
  text += fmt::format("Of {:.3f} ms the GPU worked for {:.3f} ms; the host waited for it for {:.3f} ms.\n",
                      report.span.count(), report.busy.count(), report.blocked.count());
  if (report.replaced + report.kept > 0) {
    text += fmt::format(
        "{} copies moved beside others: {} have the least time of their like alone, {} the recorded one, as their like "
        "always did.\n",
        report.replaced + report.kept, report.replaced, report.kept);
  }
  if (report.idle_commands > 0) {
    text += fmt::format(
        "{} commands began later than what they were behind had ended, for no recorded reason, and do so wherever they "
        "are put: {:.3f} ms of the {:.3f} ms in which the GPU was idle.\n",
        report.idle_commands, report.unexplained.count(), (report.span - report.busy).count());
  }
  if (report.processes > 1) {
    text += fmt::format("{} processes, each a family with streams of its own.\n", report.processes);
  }
  const auto tell = [&](std::size_t count, std::string_view what) {
    if (count > 0) {
      text += fmt::format("{} {}.\n", count, what);
    }
  };
  tell(report.collectives, "collectives run beside other kernels and keep their time");
  tell(report.assumed_collectives,
       "of these, whose CTAs nobody recorded: where kernels share, 32 CTAs of 512 threads, the most channels of NCCL");
  tell(report.beside, "kernels ran beside those of busier streams for half of their time or more, and do so again");
  tell(report.unknown_memory, "copies of memory that nobody says is pinned or pageable: taken for pinned");
  tell(
      report.assumed_ctas,
      "memsets and copies within the GPU, whose CTAs nobody records: where kernels share, memory-bound, one CTA of 256 "
      "threads on each SM");
  tell(report.guessed_events,
       "commands waited for events recorded nobody knows where: taken for the other streams' last commands");
  tell(report.guessed_calls, "synchronisations with nobody knows what: taken for what ended last meanwhile");
  tell(report.uncalled, "commands whose call was not recorded: they follow their stream as they did");
  tell(report.repeated, "commands stood there again, with nothing different: each was taken once");
  tell(report.left_out, "calls, waits or spans have a time or a number that is none: left out");
  tell(report.other_gpus, "commands of other GPUs were left out (--gpu)");
  return text + idle_text(report.longest_idle);
}

}  // namespace warpshop::report
