#include <optional>
#include <vector>

#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

/// A line of CSV: how all tasks fared, those of a name, or those of a worker.
struct Scoped {
  const char* scope;
  const ServedLine& of;
  bool with_refused = true;
};

std::vector<Scoped> scopes(const Service& service) {
  std::vector<Scoped> rows{{"all", service.all}};
  rows.reserve(1 + service.tasks.size() + service.workers.size());
  for (const ServedLine& task : service.tasks) {
    rows.push_back({"task", task, false});
  }
  for (const ServedLine& worker : service.workers) {
    rows.push_back({"worker", worker});
  }
  return rows;
}

constexpr const char* kLatencyText =
    "from when a task was handed in (with a rate: was to come) until it was done, of the last 65 536 of each worker "
    "and "
    "name; 0 where none was";

const Fields<ServedLine>& latency_fields() {
  static const Fields<ServedLine> fields{
      {"median", "ms", &ServedLine::median,
       column("latency_median_ms") | kNotNegative | show("{:.3f}", 0, "median ms")},
      {"percentile_95", "ms", &ServedLine::percentile_95,
       column("latency_95_ms") | kNotNegative | show("{:.3f}", 6, "95 %")},
      {"percentile_99", "ms", &ServedLine::percentile_99,
       column("latency_99_ms") | kNotNegative | show("{:.3f}", 2, "99 %")},
      {"worst", "of all, ms", &ServedLine::worst, column("latency_worst_ms") | kNotNegative | show("{:.3f}")},
  };
  return fields;
}

const Fields<ServedLine>& count_fields() {
  static const Fields<ServedLine> fields{
      {"done", "tasks", &ServedLine::done, show()},
      {"failed", "tasks", &ServedLine::failed, show(5)},
      {"withdrawn", "tasks that were handed in, but taken back when it was stopped", &ServedLine::withdrawn, show(1)},
  };
  return fields;
}

const ServedLine& same_line(const ServedLine& line) {
  return line;
}

const Fields<ServedLine>& time_fields() {
  static const Fields<ServedLine> fields{
      {"gpu_time_ms", "measured stages of the tasks done, added up", &ServedLine::gpu_time,
       kNotNegative | show("{:.1f}", 4, "GPU time ms")},
      {"latency_ms", kLatencyText, latency_fields(), same_line},
  };
  return fields;
}

const Fields<CoresKept>& kept_fields() {
  static const Fields<CoresKept> fields{
      {"target_ms", "how long after they come tasks are to be done at the latest", &CoresKept::target, kNotNegative},
      {"ended", "tasks that were done", &CoresKept::ended, kJsonOnly},
      {"over_target", "tasks that were done later than the target", &CoresKept::over_target},
      {"cores_given", "cores that tasks and best-effort work shared; 0: nothing was moved", &CoresKept::given},
      {"cores_mean", "cores kept for tasks, over time", &CoresKept::mean, kNotNegative},
      {"cores_most", "cores kept for tasks", &CoresKept::most},
      {"core_changes", "how often these changed", &CoresKept::changes},
      {"ways", "ways of the cache that both shared; 0: they were not split", &CoresKept::ways},
      {"ways_mean", "ways kept for tasks, over time", &CoresKept::mean_ways, kNotNegative},
      {"threads_moved", "threads of best-effort work that were moved", &CoresKept::moved},
      {"notes", "why not, and who could not be moved, for people; only where there is something", &CoresKept::notes,
       kIfAny | kJsonOnly}};
  return fields;
}

const Fields<Scoped>& scope_fields() {
  const auto line = [](const Scoped& row) -> const ServedLine& { return row.of; };
  static const Fields<Scoped> fields{
      {"scope", "`all`, `task` or `worker`", &Scoped::scope},
      {"name", "of the task or the worker", &ServedLine::name, show_name()},
      {count_fields(), line},
      {"refused", "tasks that were to be served and were never taken; empty for a `task`: no name yet",
       [](const Scoped& row) { return row.with_refused ? std::optional(row.of.refused) : std::nullopt; }, show(3)},
      {time_fields(), line},
  };
  return fields;
}

}  // namespace

const Kind<Service>& kind_of(const Service* /*of*/) {
  static const Fields<ServedLine> task_part{
      {"task", "its name", &ServedLine::name}, {count_fields(), same_line}, {time_fields(), same_line}};
  static const Fields<ServedLine> worker_part{
      {"worker", "its name", &ServedLine::name},
      {count_fields(), same_line},
      {time_fields(), same_line},
      {"refused", "tasks of its share that were never taken", &ServedLine::refused}};
  static const Fields<ProxyStatistics> lots_part{
      {"lots", "how many lots of tasks were ordered and submitted", &ProxyStatistics::lots},
      {"mean_lot", "tasks in one", &ProxyStatistics::mean_lot, kNotNegative},
      {"planning_us_per_task", "choosing a lot and ordering it", &ProxyStatistics::planning, kNotNegative},
      {"submission_us_per_task",
       "time spent in the driver's calls that submit; a call for a pageable copy lasts until the copy has ended",
       &ProxyStatistics::submission, kNotNegative},
  };
  static const Kind<Service> described{
      {.name = "serve",
       .title = "what `warpshop serve --format json` prints",
       .command = "serve",
       .first_columns = "scope,name,done,failed,withdrawn,refused,gpu_time_ms,latency_median_ms,latency_95_ms,"
                        "latency_99_ms,latency_worst_ms,rate_per_s,workload,device,backend,chip,policy,assumed,set,"
                        "file,seed,budget,version"},
      {{"workload", "its name", &Service::workload},
       {"device", kDeviceText, &Service::device},
       {"backend", kBackendText, &Service::backend, kBackends},
       {"chip", kChipText, &Service::chip},
       {"policy", "that planned, by name", &Service::policy},
       {"asked", "tasks that were to be served", &Service::asked, kPositive},
       {"done", "tasks", [](const Service& of) { return of.all.done; }, kJsonOnly},
       {"failed", "tasks", [](const Service& of) { return of.all.failed; }, kJsonOnly},
       {"withdrawn", "tasks that were handed in, but taken back when it was stopped",
        [](const Service& of) { return of.all.withdrawn; }, kJsonOnly},
       {"refused", "tasks that were to be served and were never taken",
        [](const Service& of) { return of.all.refused; }, kJsonOnly},
       {"rate_per_s", "tasks that were to come, as a Poisson process; null, in CSV empty: each as soon as one is over",
        &Service::rate, kNull},
       {"duration_ms", "from the first task handed in to the last that was over", &Service::duration, kNotNegative},
       {"results_correct", kCorrectText,
        [](const Service& of) { return of.checked > 0 ? std::optional(of.wrong == 0) : std::nullopt; }, kNull},
       {"checked", "tasks whose results were compared with those of the CPU", &Service::checked},
       {"wrong", "of which they differed", &Service::wrong},
       {lots_part, &Service::statistics},
       {"latency_ms", kLatencyText, latency_fields(), &Service::all, kJsonOnly},
       {"tasks", "by name of the task in the workload", task_part, &Service::tasks},
       {"workers", "in their order", worker_part, &Service::workers},
       {"lines", "of all tasks, of each name and of each worker", scope_fields(), scopes, kRows | kCsvOnly},
       {basis_fields(), &Service::basis},
       {origin_fields(), &Service::origin},
       {"stopping_ms", "from the order to stop until the last thread had ended; only where it was stopped",
        [](const Service& of) { return of.stopping > Millis{0} ? std::optional(of.stopping) : std::nullopt; },
        kNotNegative},
       {"drift", kDriftText, &Service::drift, kIfAny},
       {"complaints", "what went wrong with workers or tasks, for people; only where something did",
        &Service::complaints, kIfAny},
       {"beside", "the target, and cores kept beside best-effort work (docs/host.md); only where a target was set",
        kept_fields(), &Service::beside}}};
  return described;
}

}  // namespace warpshop::result
