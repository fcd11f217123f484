#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/client_sweep.hpp"
#include "sim/result/client_parts.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

struct SweptCell {
  const ClientSweep& in;
  const ClientSweepCell& of;
};
struct SweptResult {
  const SweptCell& in;
  const ClientsResult& of;
};
struct SweptClient {
  const SweptResult& in;
  const ClientFigures& of;
};
struct RangeRow {
  const ClientSweep& in;
  const KeptRange& of;
};
struct TriedRow {
  const RangeRow& in;
  const KeptAt& of;
};

constexpr As kVerdicts = limits(R"("enum": ["kept", "missed", "not sure"])");

std::vector<std::string> values_by_axis(const SweptCell& row) {
  std::vector<std::string> values;
  values.reserve(row.in.axes.size());
  for (std::size_t axis = 0; axis < row.in.axes.size(); ++axis) {
    values.push_back(row.in.axes[axis].values[row.of.values[axis]]);
  }
  return values;
}

std::vector<std::optional<std::string>> values_beside(const RangeRow& row) {
  std::vector<std::optional<std::string>> values(row.in.axes.size());
  for (std::size_t axis = 0; axis < row.in.axes.size(); ++axis) {
    if (axis != row.of.axis) {
      values[axis] = row.in.axes[axis].values[row.of.others[axis]];
    }
  }
  return values;
}

std::string_view goals_verdict(const ClientsResult& result) {
  return name(verdict_of_all(result.figures));
}

constexpr const char* kAllGoalsText = "of all goals together: kept where every one is, missed where any is";
constexpr const char* kAskedText = "as what the sweep file asks for it: `mps` of `mps:45/100`";

/// A part of a range's bound; nothing: there is none.
template <class Part>
auto of_bound(Part part) {
  return [part](const RangeRow& row) {
    const std::optional<KeptBound> bound = bound_of(row.in, row.of);
    return bound ? part(*bound) : std::nullopt;
  };
}

const Fields<SweptResult>& swept_result_fields() {
  static const Fields<SweptResult> fields{
      {"asked", kAskedText, &ClientsResult::asked, kSome},
      {"goals_verdict", kAllGoalsText, [](const SweptResult& row) { return goals_verdict(row.of); }, kVerdicts},
      {clients_result_fields(), [](const SweptResult& row) -> const ClientsResult& { return row.of; }},
  };
  return fields;
}

const Fields<SweptCell>& swept_cell_fields() {
  static const Fields<SweptCell> fields{
      {"values", "by axis", values_by_axis},
      {"device", kDeviceText, [](const SweptCell& row) { return row.of.comparison.device; }},
      {"horizon_ms", "requests arrive until then", [](const SweptCell& row) { return row.of.comparison.horizon; },
       kPositive},
      {"warm_up_ms", "what arrives before it does not count",
       [](const SweptCell& row) { return row.of.comparison.warm_up; }, kNotNegative},
      {"load", "how busy requests that do not wait for answers keep copies in, kernels and copies out, one at a time",
       [](const SweptCell& row) { return row.of.comparison.load; }, kNotNegative},
      {"alone", "what each client gets with the GPU to itself", client_fields(),
       [](const SweptCell& row) -> const std::vector<ClientFigures>& { return row.of.comparison.alone; }},
      {"policies", "best first: by goals kept, then by what clients without goals get", swept_result_fields(),
       [](const SweptCell& row) -> const std::vector<ClientsResult>& { return row.of.comparison.results; }},
      {"failed", "policies that failed; only where there are any, and then the exit code is 1", failed_fields(),
       [](const SweptCell& row) -> const std::vector<FailedPolicy>& { return row.of.comparison.failed; }, kIfAny},
  };
  return fields;
}

const Fields<RangeRow>& range_fields() {
  static const Fields<TriedRow> tried_part{
      {"value", "of the axis", [](const TriedRow& row) { return row.in.in.axes[row.in.of.axis].values[row.of.value]; }},
      {"verdict", kAllGoalsText, [](const TriedRow& row) { return name(row.of.verdict); }, kVerdicts},
  };
  static const Fields<RangeRow> fields{
      {"axis", "its name", [](const RangeRow& row) { return row.in.axes[row.of.axis].name; }},
      {"others", "by axis: the values of the others; null for its own", values_beside},
      {"policy", "as the sweep file asks for it", &KeptRange::policy},
      {"tried", "the values of the axis that the grid has there, from the easiest to the hardest", tried_part,
       &KeptRange::tried},
      {"bounded", "whether nothing is missed that is easier than what is kept: else there is no bound",
       [](const RangeRow& row) { return row.of.is_bounded(); }},
      {"up_to", "the hardest value tried at which all goals are kept; null: there is none, or no bound",
       of_bound([](const KeptBound& bound) { return std::optional(bound.value); }), kNull},
      {"setting", "the policy with what was found for it at up_to",
       of_bound([](const KeptBound& bound) { return std::optional(bound.at.policy); })},
      {"next", "the next harder value that was tried, where not all goals are kept; only where there is one",
       of_bound([](const KeptBound& bound) { return bound.next; })},
      {"next_verdict", "of all goals there", of_bound([](const KeptBound& bound) {
         return bound.next ? std::optional(std::string(name(bound.next_verdict))) : std::nullopt;
       }),
       kVerdicts},
      {"refined", "whether up_to and next were searched for between values of the grid, until they differ by 2 %",
       [](const RangeRow& row) { return row.of.refined.has_value(); }},
      {"at", "of a refined bound, what clients get at up_to", clients_result_fields(),
       [](const RangeRow& row) { return row.of.refined ? std::optional(row.of.refined->at) : std::nullopt; }},
  };
  return fields;
}

/// Lines of CSV: a client under a policy in a cell.
const Fields<SweptCell>& swept_line_fields() {
  static const Fields<SweptClient> client_part{{client_fields(), [](const SweptClient& row) { return row.of; }}};
  static const Fields<SweptResult> result_part{
      {"policy", "by name, with what was found for it", [](const SweptResult& row) { return row.of.policy; }},
      {"asked", kAskedText, &ClientsResult::asked},
      {"runs", "of a search: how many settings it tried", &ClientsResult::runs},
      {"goals_verdict", kAllGoalsText, [](const SweptResult& row) { return goals_verdict(row.of); }},
      {together_fields(), [](const SweptResult& row) { return row.of.figures; }},
      {"clients", "what each gets", client_part,
       [](const SweptResult& row) -> const std::vector<ClientFigures>& { return row.of.figures.clients; }, kRows},
  };
  static const Fields<SweptCell> fields{
      {"axes", "its value, as the sweep file has it", values_by_axis, kNamed},
      {"policies", "the best first", result_part,
       [](const SweptCell& row) -> const std::vector<ClientsResult>& { return row.of.comparison.results; }, kRows},
  };
  return fields;
}

std::vector<std::string> names_of_axes(const ClientSweep& sweep) {
  std::vector<std::string> names;
  names.reserve(sweep.axes.size());
  for (const SweepAxis& axis : sweep.axes) {
    names.push_back(axis.name);
  }
  return names;
}

}  // namespace

const Kind<ClientSweep>& kind_of(const ClientSweep* /*of*/) {
  static const Fields<SweepAxis> axis_part{{"axis", "its name", &SweepAxis::name},
                                           {"values", "as the file has them", &SweepAxis::values, kSome}};
  static const Kind<ClientSweep> described{
      {.name = "swept-clients",
       .title = "what `warpshop sweep --format json` prints for a sweep of clients, a cell of the grid a line",
       .command = "sweep CLIENTS",
       .first_columns = "sweep,axes,policy,asked,goals_verdict,client"},
      {{"name", "of the sweep", &ClientSweep::name, column("sweep")},
       {"policies", "as they were asked for", &ClientSweep::policies, kJsonOnly},
       {basis_fields(), &ClientSweep::basis},
       {origin_fields(), &ClientSweep::origin},
       {"lines", "a cell, policy and client", swept_line_fields(), &ClientSweep::cells, kRows | kLines | kCsvOnly},
       {"axes", "of the grid, in the order of the file, devices first", axis_part, &ClientSweep::axes},
       {"kept",
        "how far each policy keeps all goals along each axis of arrivals, or, where none has several values, of goals",
        range_fields(), &ClientSweep::ranges, kLines},
       {"cells", "the product of the axes, the last one running fastest", swept_cell_fields(), &ClientSweep::cells,
        kLines}},
      names_of_axes};
  return described;
}

}  // namespace warpshop::result
