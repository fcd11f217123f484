#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/result/client_parts.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

const Fields<Estimate>& estimate_fields() {
  static const Fields<Estimate> fields{
      {"value_ms", "the figure", &Estimate::value, kNotNegative},
      {"low_ms", "lower end of its 95 % interval; only where enough requests were answered for one", &Estimate::low,
       kNotNegative},
      {"high_ms", "upper end of its 95 % interval", &Estimate::high, kNotNegative},
      {"horizons", "until there is an interval it takes a horizon so many times as long, roughly", &Estimate::runs,
       kNotNegative},
  };
  return fields;
}

const Fields<LatencyQuantile>& curve_fields() {
  static const Fields<LatencyQuantile> fields{
      {"part", "of the requests that arrived, 0 … 1", &LatencyQuantile::part, kNotNegative},
      {"latency_ms", "they are answered within that", &LatencyQuantile::latency, kNotNegative},
  };
  return fields;
}

const Fields<LatencyFigures>& client_latency_fields() {
  static const Fields<LatencyFigures> fields{
      {"mean_ms", "of requests that were answered, from their arrival to the answer", &LatencyFigures::mean,
       kNotNegative},
      {"p50_ms",
       "half of the requests that arrived are answered sooner; a quantile that lies among those that were never begun "
       "is not there",
       &LatencyFigures::p50, kNotNegative},
      {"p95_ms", "95 % of them are", &LatencyFigures::p95, kNotNegative},
      {"p99_ms", "99 % of them are",
       [](const LatencyFigures& of) { return of.p99 ? std::optional(of.p99->value) : std::nullopt; }, kNotNegative},
      {"p99_low_ms", "lower end of its 95 % interval; only where enough requests were answered for one",
       [](const LatencyFigures& of) { return of.p99 ? of.p99->low : std::nullopt; }, kNotNegative},
      {"p99_high_ms", "upper end of it", [](const LatencyFigures& of) { return of.p99 ? of.p99->high : std::nullopt; },
       kNotNegative},
      {"most_ms", "the longest", &LatencyFigures::most, kNotNegative},
      {"curve",
       "quantiles at 5 … 99.99 %; a level beyond which are fewer than 10 requests, or that lies among those that were "
       "never begun, is left out",
       curve_fields(), &LatencyFigures::curve, kJsonOnly},
  };
  return fields;
}

constexpr As kVerdict = limits(R"("enum": ["kept", "missed", "not sure"])");

const Fields<AssumedFigures>& assumed_figures_fields() {
  static const Fields<AssumedFigures> fields{
      {"rate_low_per_s", "the fewest answers", &AssumedFigures::rate_low, kNotNegative},
      {"rate_high_per_s", "the most", &AssumedFigures::rate_high, kNotNegative},
      {"of_alone_low", "the least of_alone", &AssumedFigures::of_alone_low, kNotNegative},
      {"of_alone_high", "the greatest", &AssumedFigures::of_alone_high, kNotNegative},
      {"reached_low_ms",
       "lower end of the least interval of the quantile of its goal, or the quantile where it has none",
       &AssumedFigures::reached_low, kNotNegative},
      {"reached_high_ms", "upper end of the greatest; not there where, at an end, so many requests are never begun",
       &AssumedFigures::reached_high, kNotNegative},
      {"verdict_as_assumed",
       "with assumed values as they are taken to be; verdict says not sure where an end has another",
       [](const AssumedFigures& of) {
         return of.as_assumed ? std::optional(std::string(name(*of.as_assumed))) : std::nullopt;
       },
       kVerdict},
  };
  return fields;
}

const Fields<AssumedBetween>& assumed_between_fields() {
  static const Fields<AssumedBetween> fields{
      {"path", "of the value", &AssumedBetween::path},
      {"low", "its lower end: of compute and memory a part, of context_switch and patience ms", &AssumedBetween::low,
       kNotNegative},
      {"high", "its upper end", &AssumedBetween::high, kNotNegative},
  };
  return fields;
}

}  // namespace

const Fields<ClientFigures>& client_fields() {
  static const Fields<ClientFigures> fields{
      {"name", "the client", &ClientFigures::name, column("client")},
      {"class", "online: somebody waits for each answer; offline: only how many there are counts",
       [](const ClientFigures& of) { return name(of.kind); }, limits(R"("enum": ["online", "offline"])")},
      {"requests", "that arrived in the time that counts", &ClientFigures::requests},
      {"unfinished", "of these, those that were never begun", &ClientFigures::unfinished},
      {"refused", "beside these: their answers would have come too late; not there without --admit",
       &ClientFigures::refused},
      {"rate_per_s", "answers in the time that counts", &ClientFigures::rate, kNotNegative},
      {"latency_ms", "from the arrival of a request to its answer; not there where none was answered",
       client_latency_fields(), &ClientFigures::latency, kFlat},
      {"waited_ms", "mean, until the first command of a request begins", &ClientFigures::waited, kNotNegative},
      {"of_alone",
       "answers, relative to those with the GPU to itself: in the time that counts; of requests that do not wait for "
       "answers, of all until the horizon",
       &ClientFigures::of_alone, kNotNegative},
      {"goal", "what it is to get, for people",
       [](const ClientFigures& of) { return of.goal ? std::optional(goal_text(*of.goal)) : std::nullopt; }},
      {"reached", "of a goal of latency: the quantile of the goal", estimate_fields(), &ClientFigures::reached},
      {"goal_kept", "whether it gets that for sure: of a latency by the upper end of its interval",
       [](const ClientFigures& of) { return of.goal ? std::optional(of.goal_kept()) : std::nullopt; }},
      {"verdict",
       "kept; missed: the lower end of the interval is beyond it; not sure: too few requests, or it is within the "
       "interval, or it is kept or missed by what is assumed",
       [](const ClientFigures& of) { return of.goal ? std::optional(std::string(name(of.verdict))) : std::nullopt; },
       kVerdict},
      {"over_assumed",
       "simulated again with what is assumed at its ends: the least and the greatest of each figure; not there where "
       "all "
       "was measured or said",
       assumed_figures_fields(), &ClientFigures::over_assumed},
      {"kept_waiting",
       "kernels for which its reservation could not be had at once, from the start on; not there: it has none",
       &ClientFigures::kept_waiting},
      {"preempted",
       "times that its kernels were told to give up CTAs that they worked with, from the start on; not there: never",
       [](const ClientFigures& of) { return of.preempted > 0 ? std::optional(of.preempted) : std::nullopt; }},
      {"preemption_cost",
       "what that took, as a part of all SMs: contexts of CTAs that moved, CTAs that waited to be gone, work that was "
       "lost; not there: none of these",
       &ClientFigures::preemption_cost, kNotNegative},
  };
  return fields;
}

namespace {

struct ClientRow {
  const ClientsResult& in;
  const ClientFigures& of;
};

std::vector<ClientRow> client_rows(const ClientComparison& of) {
  std::vector<ClientRow> rows;
  for (const ClientsResult& result : of.results) {
    for (const ClientFigures& client : result.figures.clients) {
      rows.push_back({result, client});
    }
  }
  return rows;
}

}  // namespace

const Fields<ClientsFigures>& together_fields() {
  static const Fields<ClientsFigures> fields{
      {"goals", "how many clients have one", &ClientsFigures::goals},
      {"goals_kept", "how many of them get it", &ClientsFigures::goals_kept},
      {"stp", "system throughput: sum of of_alone", &ClientsFigures::throughput, kNotNegative},
      {"fairness", "the least of_alone / the greatest", &ClientsFigures::fairness, kNotNegative},
      {"busy",
       "part of the time in which copies in, kernels, copies out have begun and not ended; of kernels that are taken "
       "off and go on later, and of the switches of contexts between, this counts all",
       &ClientsFigures::busy, column("h2d_busy,kernel_busy,d2h_busy") | kNotNegative},
      {"overloaded", "requests of some client come faster than answers: how long they take follows from the horizon",
       &ClientsFigures::overloaded},
  };
  return fields;
}

const Fields<FailedPolicy>& failed_fields() {
  static const Fields<FailedPolicy> fields{
      {"policy", "by name", &FailedPolicy::policy},
      {"reason", "what went wrong, for people", &FailedPolicy::reason},
  };
  return fields;
}

namespace {

/// What to set; in CSV of the client of the line.
const Fields<ClientSetting>& client_setting_fields() {
  static const Fields<ClientSetting> fields{
      {"client", "the client", &ClientSetting::client, kJsonOnly},
      {"mps_percentage", "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of the client, per cent", &ClientSetting::mps_percentage,
       limits(R"("exclusiveMinimum": 0, "maximum": 100)")},
      {"sms",
       "SMs that these per cent are, rounded down; of a kernel: SMs that it holds longest, also of a green context",
       &ClientSetting::sms, kPositive},
      {"ctas_per_sm", "of a kernel: most CTAs on any of them, then", &ClientSetting::ctas_per_sm, kPositive},
      {"mig_instance", "number of the MIG instance that it is in: the first of the cut is 1",
       &ClientSetting::mig_instance, kPositive},
      {"mig_profile", "of that instance, like 3g", &ClientSetting::mig_profile},
      {"with",
       "the client whose kernel it shares most of its time with; not there: it is alone, or that is all the same",
       &ClientSetting::with},
      {"changes", "the way of sharing changes this while kernels run: it cannot be set once", &ClientSetting::changes},
  };
  return fields;
}

/// Of a client in a row: beside another, if there is such a setting.
std::optional<ClientSetting> setting_of(const ClientRow& row) {
  std::optional<ClientSetting> found;
  for (const ClientSetting& setting : row.in.to_set) {
    if (setting.client == row.of.name && (!found || (setting.with && !found->with))) {
      found = setting;
    }
  }
  return found;
}

}  // namespace

const Fields<ClientsResult>& clients_result_fields() {
  static const Fields<ClientsResult> fields{
      {"policy", "by name", &ClientsResult::policy},
      {"runs", "of a search: how many settings it tried", &ClientsResult::runs},
      {together_fields(), &ClientsResult::figures},
      {"settings", "what to set on a GPU, by client; only where there is something to set", client_setting_fields(),
       &ClientsResult::to_set, kIfAny | kJsonOnly},
      {"assumed_between", "what was put at its ends for over_assumed; only where there is anything",
       assumed_between_fields(), &ClientsResult::assumed, kIfAny},
      {"clients", "what each gets", client_fields(),
       [](const ClientsResult& of) -> const std::vector<ClientFigures>& { return of.figures.clients; }},
  };
  return fields;
}

const Kind<ClientComparison>& kind_of(const ClientComparison* /*of*/) {
  static const Fields<ClientRow> row_part{
      {"policy", "by name", [](const ClientRow& row) { return row.in.policy; }},
      {client_fields(), [](const ClientRow& row) { return row.of; }},
      {together_fields(), [](const ClientRow& row) { return row.in.figures; }},
      {"set",
       "what to set on a GPU for the client: beside another where there are several; empty: nothing, or the same "
       "for all",
       client_setting_fields(), setting_of},
  };
  static const Kind<ClientComparison> described{
      {.name = "clients",
       .title = "what `warpshop compare --format json` prints for a workload of clients",
       .command = "compare CLIENTS",
       .first_columns = "workload,device,horizon_ms,warm_up_ms,policy,client"},
      {{"workload", "the name of the workload", &ClientComparison::workload},
       {"device", kDeviceText, &ClientComparison::device},
       {"horizon_ms", "requests arrive until then", &ClientComparison::horizon, kPositive},
       {"warm_up_ms", "what arrives before it does not count", &ClientComparison::warm_up, kNotNegative},
       {"load", "how busy requests that do not wait for answers keep copies in, kernels and copies out, one at a time",
        &ClientComparison::load, column("h2d_load,kernel_load,d2h_load") | kNotNegative},
       {basis_fields(), &ClientComparison::basis},
       {origin_fields(), &ClientComparison::origin},
       {"alone", "what each client gets with the GPU to itself", client_fields(), &ClientComparison::alone},
       {"policies", "best first: by goals kept, then by what clients without goals get", clients_result_fields(),
        &ClientComparison::results, kJsonOnly},
       {"rows", "a client under a policy", row_part, client_rows, kRows | kCsvOnly},
       {"failed", "policies that failed; only where there are any, and then the exit code is 1", failed_fields(),
        &ClientComparison::failed, kIfAny}}};
  return described;
}

}  // namespace warpshop::result
