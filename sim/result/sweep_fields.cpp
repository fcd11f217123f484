#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/sweep.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

using stats::BoxStatistics;

struct PolicyOfCell {
  const CellRow& in;
  const SweepPolicy& of;
  const std::string& name() const { return in.in.policies[position_in(in.of.policies, of)]; }
};
struct TestRow {
  const CellRow& in;
  const SweepTest& of;
};
struct EffectRow {
  const Sweep& in;
  const SweepEffect& of;
};

/// A figure of a policy: a line of CSV.
struct Figure {
  std::string figure;
  const BoxStatistics& box;
};

std::optional<BoxStatistics> if_any(const BoxStatistics& box) {
  return box.count == 0 ? std::nullopt : std::optional(box);
}

/// `device=k20c link=2`, of all axes.
std::string cell_name(const CellRow& row) {
  std::string text;
  for (std::size_t axis = 0; axis < row.in.axes.size(); ++axis) {
    text.append(axis == 0 ? "" : " ").append(row.in.axes[axis].name).append("=");
    text.append(row.in.axes[axis].values[row.of.values[axis]]);
  }
  return text;
}

std::vector<Figure> figures(const PolicyOfCell& row) {
  const SweepPolicy& policy = row.of;
  std::vector<Figure> rows;
  rows.reserve(kBaselines.size() + 5);
  for (const Baseline baseline : kBaselines) {
    rows.push_back({"over_" + std::string(name(baseline)), policy.speedup[index(baseline)]});
  }
  rows.push_back({"closeness", policy.closeness});
  rows.push_back({"cost_ms", policy.cost});
  if (!policy.ends.empty()) {
    rows.push_back({"cost_low_ms", policy.ends[0].cost});
    rows.push_back({"cost_high_ms", policy.ends[1].cost});
  }
  if (row.in.in.timing) {
    rows.push_back({"planning_us", policy.planning_us});
  }
  return rows;
}

std::vector<std::string> names_of_policies(const Sweep& sweep, const std::vector<std::size_t>& policies) {
  std::vector<std::string> names;
  names.reserve(policies.size());
  for (const std::size_t policy : policies) {
    names.push_back(sweep.policies[policy]);
  }
  return names;
}

/// The values of a cell by axis; nothing for the axis whose effect it is about.
std::vector<std::optional<std::string>> values_of(const Sweep& sweep, const std::vector<std::size_t>& values,
                                                  std::size_t without) {
  std::vector<std::optional<std::string>> texts(sweep.axes.size());
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (axis != without) {
      texts[axis] = sweep.axes[axis].values[values[axis]];
    }
  }
  return texts;
}

const Fields<BoxStatistics>& spread_fields() {
  static const Fields<BoxStatistics> fields{
      {"minimum", "the least of the sets", &BoxStatistics::min},
      {"low_whisker", "the least within 1.5 interquartile ranges of the quartile, to 1e-9",
       &BoxStatistics::low_whisker},
      {"lower_quartile", "a quarter of the sets are less", &BoxStatistics::low_quartile},
      {"median", "half of them are less", &BoxStatistics::median},
      {"upper_quartile", "three quarters of them are less", &BoxStatistics::high_quartile},
      {"high_whisker", "the largest within 1.5 interquartile ranges of the quartile, to 1e-9",
       &BoxStatistics::high_whisker},
      {"maximum", "the largest", &BoxStatistics::max},
      {"mean", "the mean of all sets", &BoxStatistics::mean},
  };
  return fields;
}

constexpr const char* kOutliersText = "how many lie beyond the whiskers";
const BoxStatistics& same_box(const BoxStatistics& box) {
  return box;
}

const Fields<BoxStatistics>& box_fields() {
  static const Fields<BoxStatistics> fields{{"n", "how many sets", &BoxStatistics::count, kPositive},
                                            {spread_fields(), same_box},
                                            {"outliers", kOutliersText, &BoxStatistics::outliers}};
  return fields;
}

struct Dominant {
  std::size_t tasks = 0;
  BoxStatistics speedup;
};

std::vector<Dominant> by_kernel_dominant(const PolicyOfCell& row) {
  std::vector<Dominant> rows;
  for (std::size_t tasks = 0; tasks < row.of.by_kernel_dominant.size(); ++tasks) {
    if (const auto& speedup = row.of.by_kernel_dominant[tasks]) {
      rows.push_back({tasks, *speedup});
    }
  }
  return rows;
}

/// A figure of the speed-up over a baseline; nothing of no set.
template <class Figure>
auto of_speedup(Baseline baseline, Figure figure) {
  return [=](const PolicyOfCell& row) {
    const BoxStatistics& box = row.of.speedup[index(baseline)];
    return box.count == 0 ? std::nullopt : std::optional(std::invoke(figure, box));
  };
}

/// What tables have of a policy in a cell.
const Fields<PolicyOfCell>& shown_fields() {
  const auto spread = [](const BoxStatistics& box) {
    return std::array{box.median, box.low_quartile, box.high_quartile};
  };
  const auto shown = [](std::string_view format, int drop, std::string_view title) {
    return kTableOnly | kNull | show(format, drop, title) | none("-");
  };
  static const Fields<PolicyOfCell> fields{
      {"median", "and quartiles", of_speedup(Baseline::median, spread),
       shown("{:.4f} ({:.3f} … {:.3f})", 0, "over the median order")},
      {"most", "over the median order", of_speedup(Baseline::median, &BoxStatistics::max),
       shown("{:.3f}", 5, "at most")},
      {"fifo", "median", of_speedup(Baseline::fifo, &BoxStatistics::median), shown("{:.4f}", 2, "over fifo")},
      {"hyperq", "median", of_speedup(Baseline::hyperq, &BoxStatistics::median), shown("{:.4f}", 3, "over hyperq")},
      {"closeness", "median", [](const PolicyOfCell& row) { return row.of.closeness.median; },
       shown("{:.1f} %", 4, "of the best")},
      {"wins", "of the sets",
       [](const PolicyOfCell& row) { return static_cast<double>(row.of.wins) / static_cast<double>(row.in.in.sets); },
       shown("{:.1f} %", 1, "")},
      {"cost", "median", [](const PolicyOfCell& row) { return row.of.cost.median; }, shown("{:.3f}", 0, "median ms")},
      {"planning_us", "median",
       [](const PolicyOfCell& row) {
         return row.in.in.timing ? std::optional(row.of.planning_us.median) : std::nullopt;
       },
       kTableOnly | show("{:.2f}")},
      {"best", "one of best_policies()",
       [](const PolicyOfCell& row) { return is_best(row.in.of, position_in(row.in.of.policies, row.of)); },
       kTableOnly | kMarks},
  };
  return fields;
}

const PolicyOfCell& policy_row(const PolicyOfCell& row) {
  return row;
}

const Fields<PolicyOfCell>& policy_of_cell_fields() {
  static const Fields<Dominant> dominant_part{
      {"tasks", "so many", &Dominant::tasks},
      {"speedup", "of the sets that have them", box_fields(), &Dominant::speedup}};
  const auto over = [](Baseline baseline) {
    return [baseline](const SweepPolicy& policy) { return if_any(policy.speedup[index(baseline)]); };
  };
  static const Fields<SweepPolicy> speedup_part{
      {"median", "over the median of all orders, or of 99 random ones; null: of no set", box_fields(),
       over(Baseline::median), kNull},
      {"fifo", "over the set as it is listed; null: of no set", box_fields(), over(Baseline::fifo), kNull},
      {"hyperq", "over free streams; null: of no set", box_fields(), over(Baseline::hyperq), kNull},
  };
  const auto end = [](std::size_t which) {
    return [which](const PolicyOfCell& row) {
      return row.of.ends.empty() ? std::nullopt : std::optional(row.of.ends[which].cost);
    };
  };
  static const Fields<PolicyOfCell> fields{
      {"policy", "by name", &PolicyOfCell::name, show()},
      {"wins", "sets on which no policy costs less", &SweepPolicy::wins},
      {"cost_ms", "what its plans cost (wc: weight times ms)", box_fields(), &SweepPolicy::cost},
      {"closeness", "least cost / the policy's", box_fields(), &SweepPolicy::closeness},
      {"speedup",
       "cost of the baseline / the policy's, set by set; sets on which the policy costs nothing and the baseline does "
       "not are left out",
       speedup_part, [](const PolicyOfCell& row) -> const SweepPolicy& { return row.of; }},
      {"cost_low_ms", "the same cost if context_switch is the least of assumed_ranges; only where the plans rest on it",
       box_fields(), end(0)},
      {"cost_high_ms", "the same if it is the most", box_fields(), end(1)},
      {"planning_us", kPlanningText, box_fields(),
       [](const PolicyOfCell& row) { return row.in.in.timing ? std::optional(row.of.planning_us) : std::nullopt; }},
      {"by_kernel_dominant",
       "the speed-up over the median order, by how many tasks have a kernel that is longer than their copies",
       dominant_part, by_kernel_dominant},
      {shown_fields(), policy_row},
  };
  return fields;
}

const Fields<TestRow>& test_fields() {
  const auto of = [](auto member) { return [member](const TestRow& row) { return row.of.test.*member; }; };
  static const Fields<TestRow> fields{
      {"first", "a policy", [](const TestRow& row) { return row.in.in.policies[row.of.first]; }},
      {"second", "another", [](const TestRow& row) { return row.in.in.policies[row.of.second]; }},
      {"pairs", "sets on which their costs differ", of(&stats::Wilcoxon::pairs)},
      {"ties", "sets on which they do not", of(&stats::Wilcoxon::zeros)},
      {"p", "two-sided, corrected for all tests of the sweep (Holm)", &SweepTest::p,
       limits(R"("minimum": 0, "maximum": 1)")},
      {"effect", "matched-pairs rank-biserial correlation; above 0: the first is better", of(&stats::Wilcoxon::effect),
       limits(R"("minimum": -1, "maximum": 1)")},
      {"exact", "whether p is, before its correction; else by the normal approximation",
       [](const TestRow& row) { return row.of.test.exact && !row.of.test.approximate; }},
  };
  return fields;
}

const Fields<CellRow>& cell_fields() {
  static const Fields<CellRow> fields{
      {"values", "by axis",
       [](const CellRow& row) {
         std::vector<std::string> values;
         for (const auto& value : values_of(row.in, row.of.values, row.in.axes.size())) {
           values.push_back(*value);
         }
         return values;
       }},
      {"device", kDeviceText, &SweepCell::device},
      {"approximate", "whether quantiles are of values rounded to 2^-14 of themselves", &SweepCell::approximate},
      {"best",
       "the policies of the largest median speed-up over the median order, also at both ends of what context_switch "
       "may "
       "be where nobody measured it; none: which one is best depends on that",
       [](const CellRow& row) { return names_of_policies(row.in, best_policies(row.of)); }},
      {"policies", "in the order in which they were asked for", policy_of_cell_fields(), &SweepCell::policies},
      {"tests", "of every two policies, Wilcoxon's signed ranks over their costs, set by set", test_fields(),
       &SweepCell::tests},
  };
  return fields;
}

const Fields<EffectRow>& effect_fields() {
  static const Fields<EffectRow> fields{
      {"axis", "its name", [](const EffectRow& row) { return row.in.axes[row.of.axis].name; }},
      {"others", "by axis: the values of the others; null for its own",
       [](const EffectRow& row) { return values_of(row.in, row.of.others, row.of.axis); }},
      {"values", "its values that the grid has beside the others; where they are numbers from the least on",
       [](const EffectRow& row) {
         std::vector<std::string> values;
         values.reserve(row.of.values.size());
         for (const std::size_t value : row.of.values) {
           values.push_back(row.in.axes[row.of.axis].values[value]);
         }
         return values;
       },
       limits(R"("minItems": 2)")},
      {"elasticity",
       "per cent by which the median cost of the best policy changes for a per cent of the value; null: values that "
       "are "
       "no numbers of one kind, or of which one is 0",
       &SweepEffect::elasticity, kNull},
      {"r_squared", "part of the variance that this explains; null: as above, or two values alone", &SweepEffect::fit,
       kNull},
      {"best",
       "by value: the policy of the largest median speed-up over the median order; of several of the least median "
       "cost, "
       "and so on: docs/sweep.md",
       [](const EffectRow& row) { return names_of_policies(row.in, row.of.best); }},
      {"best_if_assumed",
       "by value: whether another would be best at an end of what context_switch may be, which nobody measured",
       &SweepEffect::open},
      {"gain", "by value: its median speed-up over the median order", &SweepEffect::gain},
      {"cost_ms", "by value: its median cost (wc: weight times ms)", &SweepEffect::cost},
  };
  return fields;
}

/// Lines of CSV: a figure of a policy in a cell.
const Fields<CellRow>& cell_line_fields() {
  static const Fields<Figure> figure_part{
      {"figure",
       "`over_median`, `over_fifo`, `over_hyperq`: cost of that over the policy's; `closeness`: least cost, of the "
       "policies and of all orders of up to 5 tasks on one device, over the policy's, 1 where they differ by rounding "
       "alone; `cost_ms`, and where plans rest on an assumed `context_switch`, `cost_low_ms` and `cost_high_ms` at the "
       "ends of its range; with `--timing` `planning_us`",
       &Figure::figure},
      {spread_fields(), [](const Figure& row) { return if_any(row.box); }},
      {"outliers", kOutliersText, [](const Figure& row) { return row.box.outliers; }},
      {"n", "how many sets the figure is of", [](const Figure& row) { return row.box.count; }},
  };
  static const Fields<PolicyOfCell> policy_part{
      {"policy", "by name", &PolicyOfCell::name},
      {"wins", "on how many sets no other costs less", &SweepPolicy::wins},
      {"figures", "of the policy", figure_part, figures, kRows},
  };
  static const Fields<CellRow> fields{
      {"cell", "the value of each axis: `device=k20c link=2`", cell_name},
      {"device", "as other commands call it", &SweepCell::device},
      {"approximate", "`true`: quantiles, whiskers and outliers are of values rounded to 2^-14 of themselves",
       &SweepCell::approximate},
      {"policies", "in the order in which they were asked for", policy_part, &SweepCell::policies, kRows},
  };
  return fields;
}

}  // namespace

const Kind<CellRow>& kind_of(const CellRow* /*of*/) {
  static const Kind<CellRow> described{{.name = "cell", .title = {}, .command = {}, .first_columns = {}},
                                       cell_fields()};
  return described;
}

const Kind<Sweep>& kind_of(const Sweep* /*of*/) {
  static const Fields<SweepAxis> axis_part{{"axis", "its name", &SweepAxis::name},
                                           {"values", "as the file has them", &SweepAxis::values, kSome}};
  static const Kind<Sweep> described{
      {.name = "swept",
       .title = "what `warpshop sweep`, `warpshop merge` and `warpshop compare --summary` print with --format json, a "
                "cell of the grid a line",
       .command = "sweep",
       .first_columns = "sweep,simulator,sets,cell,device,policy,wins,figure,minimum,low_whisker,lower_quartile,median,"
                        "upper_quartile,"
                        "high_whisker,maximum,mean,outliers,approximate,assumed,set,file,seed,budget,version"},
      {{"name", "of the sweep; of compare the workloads as they were named: the first, and how many more", &Sweep::name,
        column("sweep")},
       {"engine", kEngineText, &Sweep::engine, kEngines | column("simulator")},
       {"sets", "sets of tasks, in every cell", &Sweep::sets, kPositive},
       {"policies", "as they were asked for; of compare in the order of --help", &Sweep::policies, kJsonOnly},
       {basis_fields(), &Sweep::basis},
       {origin_fields(), &Sweep::origin},
       {"lines", "a cell, policy and figure", cell_line_fields(), &Sweep::cells, kRows | kLines | kCsvOnly},
       {"axes", "of the grid, in the order of the file, devices first", axis_part, &Sweep::axes},
       {"cells", "the product of the axes, the last one running fastest", cell_fields(), &Sweep::cells, kLines},
       {"effects", "of each axis with several values, the others being as they are", effect_fields(), &Sweep::effects,
        kLines}}};
  return described;
}

}  // namespace warpshop::result
