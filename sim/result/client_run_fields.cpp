#include <string_view>
#include <utility>
#include <vector>

#include "sim/result/client_parts.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

struct ClientOfRun {
  std::string_view by;
  const ClientsFigures& in;
  const ClientFigures& of;
};

std::vector<ClientOfRun> clients_of_run(const ClientRunResult& run) {
  std::vector<ClientOfRun> rows;
  for (const auto& [by, figures] :
       {std::pair<std::string_view, const ClientsFigures*>{"predicted", &run.result().figures},
        std::pair<std::string_view, const ClientsFigures*>{"measured", &run.measured}}) {
    for (const ClientFigures& client : figures->clients) {
      rows.push_back({by, *figures, client});
    }
  }
  return rows;
}

const Fields<ClientsFigures>& figures_of_run() {
  static const Fields<ClientsFigures> fields{
      {together_fields(), [](const ClientsFigures& of) -> const ClientsFigures& { return of; }},
      {"clients", "what each gets", client_fields(),
       [](const ClientsFigures& of) -> const std::vector<ClientFigures>& { return of.clients; }},
  };
  return fields;
}

}  // namespace

const Kind<ClientRunResult>& kind_of(const ClientRunResult* /*of*/) {
  static const Fields<ClientOfRun> row_part{
      {"figures", "predicted: by the simulator; measured", [](const ClientOfRun& row) { return row.by; },
       limits(R"("enum": ["predicted", "measured"])")},
      {client_fields(), [](const ClientOfRun& row) -> const ClientFigures& { return row.of; }},
      {together_fields(), [](const ClientOfRun& row) -> const ClientsFigures& { return row.in; }},
  };
  static const Kind<ClientRunResult> described{
      {.name = "client-run",
       .title = "what `warpshop run --format json` prints for a workload of clients",
       .command = "run CLIENTS",
       .first_columns = "workload,device,backend,chip,policy,horizon_ms,warm_up_ms,figures,client"},
      {{"workload", "the name of the workload", [](const ClientRunResult& run) { return run.predicted.workload; }},
       {"device", kDeviceText, [](const ClientRunResult& run) { return run.predicted.device; }},
       {"backend", kBackendText, &ClientRunResult::backend, kBackends},
       {"chip", kChipText, &ClientRunResult::chip},
       {"policy", "that shared the GPU", [](const ClientRunResult& run) { return run.result().policy; }},
       {"horizon_ms", "requests arrive until then", [](const ClientRunResult& run) { return run.predicted.horizon; },
        kPositive},
       {"warm_up_ms", "what arrives before it does not count",
        [](const ClientRunResult& run) { return run.predicted.warm_up; }, kNotNegative},
       {basis_fields(), [](const ClientRunResult& run) -> const Basis& { return run.predicted.basis; }},
       {origin_fields(), [](const ClientRunResult& run) -> const Origin& { return run.predicted.origin; }},
       {checked_fields(),
        [](const ClientRunResult& run) {
          return Checked{run.checked, run.wrong, run.predicted.task_names};
        }},
       {"predicted", "by the simulator, of the same arrivals", figures_of_run(),
        [](const ClientRunResult& run) -> const ClientsFigures& { return run.result().figures; }, kJsonOnly},
       {"measured", "on the device; of_alone: relative to what is predicted of each alone", figures_of_run(),
        &ClientRunResult::measured, kJsonOnly},
       {"rows", "a client, predicted, then measured", row_part, clients_of_run, kRows | kCsvOnly}}};
  return described;
}

}  // namespace warpshop::result
