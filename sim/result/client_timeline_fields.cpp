#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/result/client_parts.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

template <class Part>
struct InWindow {
  const ClientTimeline& in;
  const Part& of;

  const WindowRequest& request() const { return in.window().requests[of.task]; }
  std::string_view client() const { return in.comparison.clients[request().client].name; }
  std::uint64_t number() const { return request().number + 1; }
};

constexpr const char* kStartOfAll = "when it starts, from the start of the simulation";
constexpr const char* kEndOfAll = "when it ends, from the start of the simulation";

const Fields<InWindow<Interval>>& window_interval_fields() {
  using WindowRow = InWindow<Interval>;
  static const Fields<WindowRow> fields{
      {"client", "by name", [](const WindowRow& row) { return row.client(); }, show_name()},
      {"request", "of the client, from 1, as they are begun", [](const WindowRow& row) { return row.number(); },
       kPositive | show()},
      {"arrived_ms", "when the request arrived", [](const WindowRow& row) { return row.request().arrived; },
       kNotNegative | show("{:.3f}", 2)},
      {"step", "the task of the request, from 1",
       [](const WindowRow& row) {
         return row.in.window().steps[position_in(row.in.window().timeline.intervals, row.of)] + 1;
       },
       kPositive | show(1)},
      {"stage", "of the task", [](const WindowRow& row) { return name(row.of.stage); }, kStages | show()},
      {"start_ms", kStartOfAll, &Interval::start, kNotNegative | show("{:.3f}")},
      {"end_ms", kEndOfAll, &Interval::end, kNotNegative | show("{:.3f}")},
  };
  return fields;
}

const Fields<InWindow<Residency>>& window_residency_fields() {
  using Held = InWindow<Residency>;
  static const Fields<Held> fields{
      {"client", "by name", [](const Held& row) { return row.client(); }},
      {"request", "of the client, from 1, as they are begun", [](const Held& row) { return row.number(); }, kPositive},
      {residency_fields(), [](const Held& row) -> const Residency& { return row.of; }},
  };
  return fields;
}

// Ways through the result that are members of its parts.
template <auto kMember>
auto of_comparison() {
  return [](const ClientTimeline& of) { return of.comparison.*kMember; };
}

}  // namespace

const Kind<ClientTimeline>& kind_of(const ClientTimeline* /*of*/) {
  using From = const ClientTimeline&;
  static const Kind<ClientTimeline> described{
      {.name = "client-timeline",
       .title = "what `warpshop simulate --format json` prints for a workload of clients",
       .command = "simulate CLIENTS",
       .first_columns = "client,request,arrived_ms,step,stage,start_ms,end_ms,workload,device,policy"},
      {{"workload", "the name of the workload", of_comparison<&ClientComparison::workload>()},
       {"device", kDeviceText, of_comparison<&ClientComparison::device>()},
       {"policy", "the way of sharing, by name", [](From of) { return of.result().policy; }},
       {"ranked", "so many ways were compared, and this one came first; not there where it was asked for",
        [](From of) { return of.ranked > 0 ? std::optional(of.ranked) : std::nullopt; }},
       {"horizon_ms", "requests arrive until then", of_comparison<&ClientComparison::horizon>(), kPositive},
       {"warm_up_ms", "what arrives before it does not count", of_comparison<&ClientComparison::warm_up>(),
        kNotNegative},
       {"load", "how busy requests that do not wait for answers keep copies in, kernels and copies out, one at a time",
        of_comparison<&ClientComparison::load>(), column("h2d_load,kernel_load,d2h_load") | kNotNegative},
       {basis_fields(), of_comparison<&ClientComparison::basis>()},
       {origin_fields(), of_comparison<&ClientComparison::origin>()},
       {together_fields(), [](From of) { return of.result().figures; }},
       {"clients", "what each gets", client_fields(),
        [](From of) -> const std::vector<ClientFigures>& { return of.result().figures.clients; }, kJsonOnly},
       {"alone", "what each gets with the GPU to itself", client_fields(),
        [](From of) -> const std::vector<ClientFigures>& { return of.comparison.alone; }, kJsonOnly},
       {"from_ms", "the stretch of time that is shown begins there", [](From of) { return of.window().time.from; },
        kNotNegative},
       {"until_ms", "and ends there", [](From of) { return of.window().time.until; }, kNotNegative},
       {"intervals", "commands that are under way in that time, whole, by client and request; one a stage",
        window_interval_fields(),
        [](From of) -> const std::vector<Interval>& { return of.window().timeline.intervals; }, kRows | kLines},
       {"residencies", "what their kernels hold of the SMs then, by start; only where kernels share the GPU",
        window_residency_fields(),
        [](From of) -> const std::vector<Residency>& { return of.window().timeline.residencies; }, kIfAny | kLines}}};
  return described;
}

}  // namespace warpshop::result
