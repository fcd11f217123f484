#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/measured_time.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

struct PlanRow {
  const JudgedValidation& in;
  const MeasuredPlan& of;
  std::size_t position() const { return position_in(in.validation.plans, of); }
  const PlanMetrics& metrics() const { return in.metrics.plans[position()]; }
};

struct PolicyRow {
  const JudgedValidation& in;
  const PolicyMetrics& of;
};

std::vector<std::string> choosers(const PlanRow& row) {
  std::vector<std::string> policies;
  for (const PolicyPlan& choice : row.in.validation.policies) {
    if (choice.plan == row.position()) {
      policies.push_back(choice.policy);
    }
  }
  return policies;
}

const Fields<MeasuredTime>& measured_fields() {
  static const Fields<MeasuredTime> fields{
      {"measured_ms", "makespan, the median of the repetitions", &MeasuredTime::median, kNotNegative | show("{:.3f}")},
      {"low_ms", "where the median's 95 % interval begins, of fewer than six repetitions the least", &MeasuredTime::low,
       column("measured_low_ms") | kNotNegative},
      {"high_ms", "where that ends, of fewer than six repetitions the largest", &MeasuredTime::high,
       column("measured_high_ms") | kNotNegative},
      {"interval", "both ends",
       [](const MeasuredTime& time) {
         return AssumedRange{time.low, time.high};
       },
       kTableOnly | show("{:.3f}", 2)},
  };
  return fields;
}

constexpr const char* kSamplesText = "makespan of every repetition";

const Fields<PlanRow>& plan_row_fields() {
  static const Fields<PlanRow> fields{
      {"order", "positions in the workload from 0, repeats of count expanded",
       [](const PlanRow& row) { return row.of.plan.order; }},
      {"names", "the same by name, joined by ` > `",
       [](const PlanRow& row) { return names_in_order(row.of.plan, row.in.validation.task_names); }, kCsvOnly},
      {execution_fields(), [](const PlanRow& row) -> const Plan& { return row.of.plan; }},
      {"policies", "that chose this plan", choosers},
      {"predicted_ms", "makespan by the model", &MeasuredPlan::predicted, kNotNegative},
      {measured_fields(), [](const PlanRow& row) { return row.metrics().measured; }},
      {"error", "|predicted - measured| / measured, a fraction", [](const PlanRow& row) { return row.metrics().error; },
       kNotNegative},
      {"samples_ms", kSamplesText, &MeasuredPlan::samples, kNotNegative | kJsonOnly},
      {"samples", "how many repetitions", [](const PlanRow& row) { return row.of.samples.size(); }, kCsvOnly},
  };
  return fields;
}

const Fields<PolicyRow>& policy_row_fields() {
  static const Fields<PolicyRow> fields{
      {plan_fields(),
       [](const PolicyRow& row) {
         const Validation& validation = row.in.validation;
         return NamedPlan{row.of.policy, validation.plans[row.of.plan].plan, validation.task_names, no_fleet()};
       }},
      {"predicted_ms", "makespan by the model", &PolicyMetrics::predicted, kNotNegative | show("{:.3f}", 1)},
      {measured_fields(), [](const PolicyRow& row) { return row.of.measured; }},
      {"error", "(measured - predicted) / measured, a fraction",
       [](const PolicyRow& row) { return signed_error(row.of.predicted, row.of.measured.median); },
       kTableOnly | show("{:+.1f} %")},
      {"rank", "1 + how many of the orders are clearly less", &PolicyMetrics::rank, kPositive | show(3)},
      {"is_best", "the measured best is not clearly less", &PolicyMetrics::is_best, kMarks},
      {"loss", "measured / measured best - 1, of medians, a fraction", &PolicyMetrics::loss, show("{:.1f} %")},
  };
  return fields;
}

const Fields<PolicySpeedup>& speedup_fields() {
  const auto of = [](auto member) { return [member](const PolicySpeedup& row) { return row.speedup.*member; }; };
  static const Fields<PolicySpeedup> fields{
      {"policy", "by name", &PolicySpeedup::policy},
      {"base", "any order (the median of the orders measured), another policy, or a rival", &PolicySpeedup::base},
      {"ratio", "of medians: base / policy", of(&stats::Speedup::ratio), kNotNegative},
      {"low", "where its 95 % interval begins", of(&stats::Speedup::low), kNotNegative},
      {"high", "where its 95 % interval ends", of(&stats::Speedup::high), kNotNegative},
      {"different", "the intervals of both medians do not overlap", of(&stats::Speedup::different)},
  };
  return fields;
}

const Fields<Rival>& rival_fields() {
  static const Fields<Rival> fields{
      {"name", "free streams into one hardware queue, or a process a task under MPS", &Rival::name,
       limits(R"("enum": ["single-queue", "mps"])")},
      {"problem", "why it could not be measured, for people",
       [](const Rival& rival) { return rival.samples.empty() ? std::optional(rival.problem) : std::nullopt; }},
      {measured_fields(),
       [](const Rival& rival) {
         return rival.samples.empty() ? std::nullopt : std::optional(measured_time(rival.samples));
       }},
      {"samples_ms", kSamplesText, &Rival::samples, kIfAny | kNotNegative},
  };
  return fields;
}

}  // namespace

const Kind<JudgedValidation>& kind_of(const JudgedValidation* /*of*/) {
  using From = const JudgedValidation&;
  const auto of = [](auto member) {
    return [member](From from) -> const auto& {
      return from.validation.*member;
    };
  };
  static const Fields<ErrorSpread> error_part{
      {"mean_error", "of |predicted - measured| / measured over the orders, a fraction", &ErrorSpread::mean,
       kNotNegative},
      {"median_error", "of the same the median", &ErrorSpread::median, kNotNegative},
      {"worst_error", "of the same the largest", &ErrorSpread::worst, kNotNegative},
  };
  const auto metrics = [](auto member) {
    return [member](From from) -> const auto& {
      return from.metrics.*member;
    };
  };
  constexpr As kCorrelation = kNull | limits(R"("minimum": -1.000001, "maximum": 1.000001)");
  static const Fields<ValidationMetrics> ranks_part{
      {"spearman", "Spearman's rho", &ValidationMetrics::spearman, kCorrelation},
      {"kendall", "Kendall's tau", &ValidationMetrics::kendall, kCorrelation},
  };
  static const Kind<JudgedValidation> described{
      {.name = "validate",
       .title = "what `warpshop validate --format json` prints, a document a workload, each on a line",
       .command = "validate",
       .first_columns = "workload,order,submission,policies,predicted_ms,measured_ms,measured_low_ms,measured_high_ms,"
                        "error,samples,gates,rounds,names,device,backend,chip,assumed,set,file,seed,budget,version"},
      {{"workload", kWorkloadText, workload_fields(),
        [](From from) {
          return NamedWorkload{from.validation.workload, from.validation.task_names.size()};
        },
        kFlat},
       {"device", kDeviceText, of(&Validation::device)},
       {"backend", kBackendText, of(&Validation::backend), kBackends},
       {"chip", kChipText, of(&Validation::chip)},
       {"every_order", "the orders are all there are, else a seeded sample", of(&Validation::every_order)},
       {"orders", "positions in plans of the sample, or of all orders", of(&Validation::orders), kJsonOnly},
       {"plans", "every plan that was measured", plan_row_fields(), of(&Validation::plans), kRows},
       {error_part, metrics(&ValidationMetrics::error)},
       {"mean_signed_error", "of (measured - predicted) / measured over the orders, a fraction",
        metrics(&ValidationMetrics::mean_signed_error)},
       {"rank_correlation",
        "of predicted and measured over the orders, -1 to 1; null, in CSV empty, where one side is constant",
        ranks_part, [](From from) -> const ValidationMetrics& { return from.metrics; }, kFlat},
       {"policies", "what each policy's plan is worth", policy_row_fields(), metrics(&ValidationMetrics::policies)},
       {"speedups", "how many times faster a policy's plan is than a base; empty with fewer than six repetitions",
        speedup_fields(), metrics(&ValidationMetrics::speedups)},
       {"rivals", "other ways to run the same tasks", rival_fields(), of(&Validation::rivals),
        limits(
            R"("oneOf": [{"required": ["problem"]}, {"required": ["measured_ms", "low_ms", "high_ms", "samples_ms"]}])")},
       {basis_fields(), of(&Validation::basis)},
       {origin_fields(), of(&Validation::origin)},
       {checked_fields(), [](From from) {
          return Checked{from.validation.checked, from.validation.wrong, from.validation.task_names};
        }}}};
  return described;
}

}  // namespace warpshop::result
