#include "sim/io/service_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void write_json(std::ostream& out, const Service& service) {
  const ProxyStatistics& statistics = service.statistics;
  Json workers = Json::array();
  for (const WorkerStatistics& worker : statistics.workers) {
    workers.push_back({{"worker", worker.name},
                       {"done", worker.done},
                       {"failed", worker.failed},
                       {"withdrawn", worker.withdrawn},
                       {"gpu_time_ms", worker.gpu_time.count()}});
  }
  Json json{{"schema", "warpshop.serve/1"},
            {"workload", service.workload},
            {"device", service.device},
            {"backend", service.backend},
            {"chip", service.chip},
            {"policy", service.policy},
            {"asked", service.asked},
            {"done", statistics.done},
            {"failed", statistics.failed},
            {"withdrawn", statistics.withdrawn},
            {"duration_ms", service.duration.count()},
            {"results_correct", service.checked > 0 ? Json(service.wrong == 0) : Json(nullptr)},
            {"checked", service.checked},
            {"wrong", service.wrong},
            {"lots", statistics.lots},
            {"mean_lot", statistics.mean_lot},
            {"planning_us_per_task", statistics.planning.count()},
            {"submission_us_per_task", statistics.submission.count()},
            {"latency_ms",
             {{"median", statistics.median_latency.count()},
              {"percentile_95", statistics.latency_95.count()},
              {"percentile_99", statistics.latency_99.count()}}},
            {"workers", std::move(workers)}};
  if (service.stopping > Millis{0}) {
    json["stopping_ms"] = service.stopping.count();
  }
  if (!service.drift.empty()) {
    json["drift"] = service.drift;
  }
  if (!service.complaints.empty()) {
    json["complaints"] = service.complaints;
  }
  out << json.dump() << '\n';
}

}  // namespace warpshop::io
