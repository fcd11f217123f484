#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

struct PointRow {
  const SweepRows& in;
  const SweepPoint& of;
  const Sweep& sweep() const { return in.manifest.head; }
};
struct PointCost {
  const PointRow& in;
  const SweepCost& of;
};

std::vector<std::string_view> axis_values(const PointRow& row) {
  std::vector<std::string_view> values;
  for (std::size_t axis = 0; axis < row.sweep().axes.size(); ++axis) {
    values.emplace_back(row.sweep().axes[axis].values[row.sweep().cells[row.of.cell].values[axis]]);
  }
  return values;
}

const Fields<PointRow>& point_fields() {
  static const Fields<PointCost> cost_part{
      {"policy", "by name",
       [](const PointCost& row) -> std::string_view {
         return row.in.sweep().policies[position_in(row.in.of.costs, row.of)];
       }},
      {"cost_ms", "what its plan costs, by the engine (wc: weight times ms)", &SweepCost::cost},
      {"makespan_ms", "when its plan ends, by the engine", &SweepCost::makespan},
      {"predicted_ms", "the objective by the policy's own model", &SweepCost::predicted},
      {"planning_us", "how long planning took; empty without `--timing`",
       [](const PointCost& row) {
         return row.in.sweep().timing ? std::optional(row.of.planning.count() * 1e3) : std::nullopt;
       }},
  };
  const auto baseline = [](Baseline which) {
    return [which](const PointRow& row) { return row.of.baselines[index(which)]; };
  };
  static const Fields<PointRow> fields{
      {"set_number", "from 0; which set that is: `docs/sweep.md`", &SweepPoint::set},
      {"tasks",
       "its tasks by name, `BS-MM-MM`; ` > ` stands between them if `-` is part of a name, and `, ` if `>` is as well; "
       "tasks that were drawn from lengths are t1, t2, …; of sets that are files the name of the file",
       [](const PointRow& row) {
         const SweepManifest& manifest = row.in.manifest;
         return manifest.set_names[manifest.names_of_cell[row.of.cell]].text(row.of.set);
       }},
      {"axes", "its value, as the sweep file has it", axis_values, kNamed},
      {"kernel_dominant", "tasks of the set whose kernel takes longer on the device than both of their copies together",
       &SweepPoint::kernel_dominant},
      {"lower_bound_ms", "no plan of the set is below", &SweepPoint::lower_bound},
      {"median_ms", "what the median order costs", baseline(Baseline::median)},
      {"fifo_ms", "what the set costs as it is listed", baseline(Baseline::fifo)},
      {"hyperq_ms", "what it costs in free streams", baseline(Baseline::hyperq)},
      {"best_ms", "least cost of the policies, and of all orders of up to 5 tasks on one device", &SweepPoint::best},
      {"policies", "in the order in which they were asked for", cost_part, &SweepPoint::costs, kRows},
  };
  return fields;
}

}  // namespace

const Kind<SweepRows>& kind_of(const SweepRows* /*of*/) {
  static const Kind<SweepRows> described{
      {.name = {},
       .title = {},
       .command = "sweep --rows",
       .first_columns = "set_number,tasks,axes,kernel_dominant,policy,cost_ms,makespan_ms,predicted_ms,planning_us,"
                        "lower_bound_ms,median_ms,fifo_ms,hyperq_ms,best_ms,assumed,set,file,seed,budget,version"},
      {{"points", "a set in a cell", point_fields(), &SweepRows::points, kRows},
       {basis_fields(), [](const SweepRows& of) -> const Basis& { return of.manifest.head.basis; }},
       {origin_fields(), [](const SweepRows& of) -> const Origin& { return of.manifest.head.origin; }}},
      [](const SweepRows& of) {
        std::vector<std::string> names;
        for (const SweepAxis& axis : of.manifest.head.axes) {
          names.push_back(axis.name);
        }
        return names;
      }};
  return described;
}

}  // namespace warpshop::result
