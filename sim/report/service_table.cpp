#include "sim/report/service_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// Tasks done in a second.
double rate(const Service& service) {
  const double seconds = std::chrono::duration<double>(service.duration).count();
  return seconds > 0 ? static_cast<double>(service.statistics.done) / seconds : 0;
}

std::string checked_text(const Service& service) {
  if (service.checked == 0) {
    return "results not checked";
  }
  return service.wrong == 0 ? fmt::format("results of {} tasks correct", service.checked)
                            : fmt::format("results of {} of {} tasks WRONG", service.wrong, service.checked);
}

}  // namespace

void table(std::ostream& out, const Service& service) {
  const ProxyStatistics& statistics = service.statistics;
  fmt::print(out, "{} on {} ({}, {}), policy {}\n", service.workload, service.device, service.backend, service.chip,
             service.policy);
  fmt::print(out, "{} of {} tasks done in {:.3f} s ({:.0f} a second), {} failed, {} withdrawn; {}\n", statistics.done,
             service.asked, std::chrono::duration<double>(service.duration).count(), rate(service), statistics.failed,
             statistics.withdrawn, checked_text(service));
  fmt::print(out, "{} lots of {:.1f} tasks; planning {:.1f} us and submission {:.1f} us a task\n", statistics.lots,
             statistics.mean_lot, statistics.planning.count(), statistics.submission.count());
  fmt::print(out, "latency: median {:.3f} ms, 95 % within {:.3f} ms, 99 % within {:.3f} ms\n",
             statistics.median_latency.count(), statistics.latency_95.count(), statistics.latency_99.count());
  if (service.stopping > Millis{0}) {
    fmt::print(out, "stopped in {:.1f} ms\n", service.stopping.count());
  }
  for (const std::string& drift : service.drift) {
    fmt::print(out, "drift: {}\n", drift);
  }
  for (const std::string& complaint : service.complaints) {
    fmt::print(out, "{}\n", complaint);
  }
  out << '\n';
  TextTable table;
  table.column("worker", Align::left);
  for (const char* title : {"done", "failed", "withdrawn", "GPU time ms"}) {
    table.column(title, Align::right);
  }
  for (const WorkerStatistics& worker : statistics.workers) {
    table.row({worker.name, std::to_string(worker.done), std::to_string(worker.failed),
               std::to_string(worker.withdrawn), fmt::format("{:.1f}", worker.gpu_time.count())});
  }
  out << table.text(false);
}

void csv(std::ostream& out, const Service& service) {
  out << "worker,done,failed,withdrawn,gpu_time_ms\n";
  for (const WorkerStatistics& worker : service.statistics.workers) {
    fmt::print(out, "{},{},{},{},{}\n", csv_field(worker.name), worker.done, worker.failed, worker.withdrawn,
               worker.gpu_time.count());
  }
}

}  // namespace warpshop::report
