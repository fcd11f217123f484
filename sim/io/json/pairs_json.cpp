#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"

namespace warpshop::io {
namespace {

Json configuration_json(const PairConfiguration& configuration) {
  Json json{{"ctas", configuration.ctas}, {"np", configuration.np}, {"stp", configuration.stp()}};
  if (configuration.measured) {
    json["measured_np"] = *configuration.measured;
    json["measured_stp"] = configuration.measured_stp();
    json["stp_error"] = configuration.stp_error();
  }
  return json;
}

Json pair_json(const KernelPair& pair) {
  Json json{{"kernels", pair.kernels},
            {"best", pair.best().ctas},
            {"worst", pair.worst().ctas},
            {"slowdown", pair.slowdown()},
            {"configurations", list_of(pair.configurations, configuration_json)}};
  if (pair.flexsched) {
    const auto ctas = [&](std::size_t position) { return Json(pair.configurations[position].ctas); };
    json["flexsched"] = {{"ctas", ctas(pair.flexsched->found)},
                         {"stp", pair.configurations[pair.flexsched->found].stp()},
                         {"probed", list_of(pair.flexsched->probed, ctas)},
                         {"cost", pair.flexsched->cost}};
  }
  if (pair.best_sms) {
    json["best_sms"] = {{"sms", pair.best_sms->sms}, {"np", pair.best_sms->np}, {"stp", pair.best_sms->stp()}};
  }
  return json;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const PairTable& table) {
  Json document{{"schema", "warpshop.pairs/1"},   {"device", table.device}, {"pairs", list_of(table.pairs, pair_json)},
                {"assumed", table.basis.assumed}, {"set", table.basis.set}, {"version", table.version}};
  if (table.error) {
    document["file"] = Json::parse(json_text(table.file));
    document["error"] = {{"configurations", table.error->configurations},
                         {"median_stp", table.error->median_stp},
                         {"mean_stp", table.error->mean_stp},
                         {"worst_stp", table.error->worst_stp},
                         {"mean_np", table.error->mean_np}};
  }
  out << json_text(document) << '\n';
}

}  // namespace warpshop::io
