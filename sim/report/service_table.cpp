#include "sim/report/service_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// Tasks done in a second.
double rate(const Service& service) {
  const double seconds = std::chrono::duration<double>(service.duration).count();
  return seconds > 0 ? static_cast<double>(service.all.done) / seconds : 0;
}

std::string checked_text(const Service& service) {
  if (service.checked == 0) {
    return "results not checked";
  }
  const std::uint64_t without = service.all.done - std::min(service.all.done, service.checked);
  return (service.wrong == 0 ? fmt::format("results of {} tasks correct", service.checked)
                             : fmt::format("results of {} of {} tasks WRONG", service.wrong, service.checked)) +
         (without == 0 ? "" : fmt::format(", {} {} none to check", without, without == 1 ? "has" : "have"));
}

std::string cores_text(const CoresKept& kept) {
  const bool is_kept = 100 * kept.over_target <= kept.ended;
  std::string text = fmt::format("target {:g} ms {}: {} of {} tasks over it", kept.target.count(),
                                 is_kept ? "kept" : "missed", kept.over_target, kept.ended);
  if (kept.given > 0) {
    text += fmt::format("; {:.2f} of {} cores kept on average, {} at most, {} changes; {} threads moved", kept.mean,
                        kept.given, kept.most, kept.changes, kept.moved);
    text += kept.ways > 0 ? fmt::format("; {:.1f} of {} cache ways", kept.mean_ways, kept.ways) : "";
  }
  return text;
}

/// Those of a scope, from line `first` on.
std::string lines_table(const Service& service, const char* of, std::size_t first, std::size_t count,
                        const format::Table& style) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(first));
  TextTable table = shown_table(service, "lines", rows);
  table.columns.front().title = of;
  return table.text(style);
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Service& service) {
  const auto line = [&](const std::string& text) { out << wrapped_lines(text, style.width, 2); };
  const ProxyStatistics& statistics = service.statistics;
  const ServedLine& all = service.all;
  line(fmt::format("{} on {} ({}, {}), policy {}", service.workload, service.device, service.backend, service.chip,
                   service.policy));
  line(fmt::format("{} of {} tasks done in {:.3f} s ({:.0f} a second), {} failed, {} withdrawn, {} refused; {}",
                   all.done, service.asked, std::chrono::duration<double>(service.duration).count(), rate(service),
                   all.failed, all.withdrawn, all.refused, checked_text(service)));
  if (service.rate) {
    line(fmt::format("{:g} tasks a second were to come", *service.rate));
  }
  line(
      fmt::format("{} lots of {:.1f} tasks; planning {:.1f} us a task, calls of the driver {:.1f} us (one for a "
                  "pageable copy lasts until that has ended)",
                  statistics.lots, statistics.mean_lot, statistics.planning.count(), statistics.submission.count()));
  line(fmt::format("latency: median {:.3f} ms, 95 % within {:.3f} ms, 99 % within {:.3f} ms, worst {:.3f} ms",
                   all.median.count(), all.percentile_95.count(), all.percentile_99.count(), all.worst.count()));
  if (service.beside) {
    line(cores_text(*service.beside));
    for (const std::string& text : service.beside->notes) {
      line((service.beside->given > 0 ? "" : "no cores were moved: ") + text);
    }
  }
  if (service.stopping > Millis{0}) {
    line(fmt::format("stopped in {:.1f} ms", service.stopping.count()));
  }
  out << wrapped_lines(basis_lines(service.basis), style.width, 2);
  for (const std::string& drift : service.drift) {
    line(fmt::format("drift: {}", drift));
  }
  for (const std::string& complaint : service.complaints) {
    line(complaint);
  }
  out << '\n'
      << lines_table(service, "task", 1, service.tasks.size(), style) << '\n'
      << lines_table(service, "worker", 1 + service.tasks.size(), service.workers.size(), style);
}

}  // namespace warpshop::report
