#include <cstddef>
#include <optional>

#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"
#include "sim/result/setting_fields.hpp"

namespace warpshop::result {
namespace {

struct ComparedPolicy {
  const Comparison& in;
  const PolicyResult& of;
};

struct Skipped {
  const Comparison& in;
  const SkippedPolicy& of;
};

const Fields<CostDistribution>& distribution_fields() {
  static const Fields<CostDistribution> fields{
      {"orders", "of random:N: how many orders were drawn", &CostDistribution::orders,
       column("orders_drawn") | kPositive},
      {"minimum_ms", "the least that one of them costs", &CostDistribution::minimum},
      {"lower_quartile_ms", "a quarter of them cost less", &CostDistribution::lower_quartile},
      {"median_ms", "half of them cost less", &CostDistribution::median},
      {"mean_ms", "what they cost in the mean", &CostDistribution::mean},
      {"upper_quartile_ms", "three quarters of them cost less", &CostDistribution::upper_quartile},
      {"maximum_ms", "the most that one of them costs", &CostDistribution::maximum},
  };
  return fields;
}

const Fields<Uncertainty>& uncertainty_fields() {
  static const Fields<FirstInDraws> other_part{
      {"policy", "by name", &FirstInDraws::policy},
      {"draws", "in how many of them it costs least", &FirstInDraws::draws, kPositive},
  };
  static const Fields<AssumedSwing> value_part{
      {"path", "what is assumed, as a profile or a workload would say it", &AssumedSwing::path},
      {"low", "the low end of its range: as `as_parts` says, else ms, of `compute` and `memory` parts of 1",
       &AssumedSwing::low, kNotNegative},
      {"high", "the high end", &AssumedSwing::high, kNotNegative},
      {"as_parts", "whether the ends are parts of what it is assumed to be", &AssumedSwing::as_parts},
      {"lead_low_ms",
       "what the best of the others costs more than the first at the low end, all else as assumed (wc: weight times "
       "ms); "
       "below 0: less",
       &AssumedSwing::lead_low},
      {"lead_high_ms", "the same at the high end", &AssumedSwing::lead_high},
  };
  static const Fields<Uncertainty> fields{
      {"draws", "of everything that is assumed and whose range is known", &Uncertainty::draws, kPositive},
      {"first_stays", "in so many of them no other policy of the list costs less than the first",
       &Uncertainty::first_stays},
      {"others", "who costs least in the rest, most often first", other_part, &Uncertainty::others},
      {"cost_low_ms", "what the first costs in 5 % of the draws at most (wc: weight times ms)",
       [](const Uncertainty& of) { return of.cost.low; }},
      {"cost_high_ms", "what it costs in 95 % of them at most", [](const Uncertainty& of) { return of.cost.high; }},
      {"lead_ms",
       "what the best of the others costs more than the first, as assumed; those that cost the same in every draw are "
       "no others, and null: all do",
       &Uncertainty::lead, kNull},
      {"values", "what was drawn, the one with the largest difference between both leads first", value_part,
       &Uncertainty::values},
      {"not_drawn", "what is assumed as well, and of which no range is known", &Uncertainty::not_drawn},
  };
  return fields;
}

const Fields<Skipped>& skipped_fields() {
  static const Fields<Skipped> fields{
      {"policy", "by name", &SkippedPolicy::policy},
      {"limit", "`all` leaves it out beyond so many tasks", &SkippedPolicy::limit, kPositive},
      {"reason", "what else it cannot take, for people; where there is no limit",
       [](const Skipped& row) { return row.of.limit ? std::nullopt : std::optional(row.of.reason); }},
      {"tasks", "how many the workload has", [](const Skipped& row) { return row.in.task_names.size(); }, kPositive},
  };
  return fields;
}

const Fields<ComparedPolicy>& compared_policy_fields() {
  static const Fields<ComparedPolicy> fields{
      {plan_fields(),
       [](const ComparedPolicy& row) {
         return NamedPlan{row.of.policy, row.of.plan, row.in.task_names, row.in.fleet};
       }},
      {"predicted_ms", kPredictedText, &PolicyResult::predicted},
      {"makespan_ms", kMakespanText, &PolicyResult::makespan, kNotNegative},
      {"cost_ms", kCostText, &PolicyResult::cost},
      {"late_tasks", kLateTasksText,
       [](const ComparedPolicy& row) { return row.in.due_tasks > 0 ? std::optional(row.of.late_tasks) : std::nullopt; },
       kNull},
      {"proven_optimal", kProvenText, &PolicyResult::proven_optimal},
      {"distribution", "of what random orders cost, for --policy random:N; null, in CSV empty, for others",
       distribution_fields(), &PolicyResult::distribution, kNull | kFlat},
      {figure_fields(),
       [](const ComparedPolicy& row) {
         return Figures{row.of.sharing, row.of.energy, row.of.assumed_costs};
       }},
      {"planning_us", kPlanningText, &PolicyResult::planning, kNotNegative | show("{:.1f}", 3)},
      {"is_best", "no other policy costs less", [](const ComparedPolicy& row) { return is_best(row.in, row.of); },
       kTableOnly | kMarks},
  };
  return fields;
}

}  // namespace

const Kind<Comparison>& kind_of(const Comparison* /*of*/) {
  static const Fields<Unchanged> unchanged_part{
      {"policy", "the first policy, by name", &Unchanged::policy},
      {"cost_ms", "what it costs on the workload as it is in its file (wc: weight times ms)", &Unchanged::cost,
       limits(R"("exclusiveMinimum": 0)")},
  };
  static const Fields<FailedPolicy> failed_part{
      {"policy", "by name", &FailedPolicy::policy},
      {"reason", "what went wrong, for people", &FailedPolicy::reason},
  };
  static const Kind<Comparison> described{
      {.name = "compare",
       .title = "what `warpshop compare --format json` prints, a document a workload, each on a line",
       .command = "compare",
       .first_columns =
           "workload,tasks,device,simulator,objective,lower_bound_ms,policy,submission,predicted_ms,cost_ms,makespan_"
           "ms,"
           "due_tasks,late_tasks,proven_optimal,planning_us,tasks_by_device,gates,rounds,order,names,order_text,"
           "orders_drawn,minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,makespan_low_ms,"
           "makespan_high_ms,recorded_ms,recorded_predicted_ms,assumed,set,file,seed,budget,version"},
      {{"workload", kWorkloadText, workload_fields(),
        [](const Comparison& of) {
          return NamedWorkload{of.workload, of.task_names.size()};
        },
        kFlat},
       {"device", kDeviceText, &Comparison::device},
       {"engine", kEngineText, &Comparison::engine, kEngines | column("simulator")},
       {"objective", kObjectiveText, [](const Comparison& of) { return name(of.objective); }, kObjectives},
       {"lower_bound_ms", "no plan costs less", &Comparison::lower_bound},
       {"due_tasks", kDueTasksText, &Comparison::due_tasks},
       {basis_fields(), &Comparison::basis},
       {origin_fields(), &Comparison::origin},
       {"recorded", kRecordedText, recorded_fields(), &Comparison::recorded},
       {"unchanged",
        "what the first policy costs on the workload as it is in its file; only where --memory, --compute, --host-time "
        "or --copies change it",
        unchanged_part, &Comparison::unchanged},
       {"uncertainty", "how far the first policy hangs on what is assumed; only with --uncertainty",
        uncertainty_fields(), &Comparison::uncertainty, kJsonOnly},
       {"policies", "by increasing cost", compared_policy_fields(), &Comparison::results, kRows},
       {"settings",
        "what to set on a GPU for the first of policies, as settings of simulate's; only where its kernels share the "
        "GPU "
        "and there is something to set",
        setting_fields<Comparison>(), &Comparison::best_settings, kIfAny | kJsonOnly | kSettings},
       {"skipped",
        "policies that `all` left out, or that were named beside others and cannot take the workload; only where there "
        "are any",
        skipped_fields(), &Comparison::skipped,
        kIfAny | limits(R"("oneOf": [{"required": ["limit"]}, {"required": ["reason"]}])")},
       {"failed", "policies that failed; only where there are any, and then the exit code is 1", failed_part,
        &Comparison::failed, kIfAny}}};
  return described;
}

}  // namespace warpshop::result
