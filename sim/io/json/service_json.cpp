#include "sim/io/json/service_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/json/basis_json.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/io/json/origin_json.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json latencies(const ServedLine& line) {
  return {{"median", line.median.count()},
          {"percentile_95", line.percentile_95.count()},
          {"percentile_99", line.percentile_99.count()},
          {"worst", line.worst.count()}};
}

Json served(const char* of, const ServedLine& line) {
  return {{of, line.name},
          {"done", line.done},
          {"failed", line.failed},
          {"withdrawn", line.withdrawn},
          {"gpu_time_ms", line.gpu_time.count()},
          {"latency_ms", latencies(line)}};
}

}  // namespace

void write_json(std::ostream& out, const Service& service) {
  const ProxyStatistics& statistics = service.statistics;
  Json tasks = Json::array();
  for (const ServedLine& line : service.tasks) {
    tasks.push_back(served("task", line));
  }
  Json workers = Json::array();
  for (const ServedLine& line : service.workers) {
    workers.push_back(served("worker", line));
    workers.back()["refused"] = line.refused;
  }
  Json json{{"schema", "warpshop.serve/1"},
            {"workload", service.workload},
            {"device", service.device},
            {"backend", service.backend},
            {"chip", service.chip},
            {"policy", service.policy},
            {"asked", service.asked},
            {"done", service.all.done},
            {"failed", service.all.failed},
            {"withdrawn", service.all.withdrawn},
            {"refused", service.all.refused},
            {"rate_per_s", service.rate ? Json(*service.rate) : Json(nullptr)},
            {"duration_ms", service.duration.count()},
            {"results_correct", service.checked > 0 ? Json(service.wrong == 0) : Json(nullptr)},
            {"checked", service.checked},
            {"wrong", service.wrong},
            {"lots", statistics.lots},
            {"mean_lot", statistics.mean_lot},
            {"planning_us_per_task", statistics.planning.count()},
            {"submission_us_per_task", statistics.submission.count()},
            {"latency_ms", latencies(service.all)},
            {"tasks", std::move(tasks)},
            {"workers", std::move(workers)}};
  add_basis(json, service.basis);
  add_origin(json, service.origin);
  if (service.stopping > Millis{0}) {
    json["stopping_ms"] = service.stopping.count();
  }
  if (!service.drift.empty()) {
    json["drift"] = service.drift;
  }
  if (!service.complaints.empty()) {
    json["complaints"] = service.complaints;
  }
  out << json_text(json) << '\n';
}

}  // namespace warpshop::io
