#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/result/csv_columns.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

constexpr As kPartOfAll = limits(R"("minimum": 0, "maximum": 1)");
constexpr As kSplitTime = kNotNegative | show("~3");

/// A policy, and what it was compared with.
struct SplitRow {
  const SplitComparison& in;
  const SplitResult& of;
};

const Fields<SplitStep>& split_step_fields() {
  static const Fields<SplitStep> fields{
      {"iterations", "of the step", [](const SplitStep& step) { return step.parts.both(); }, kPositive},
      {"gpu_iterations", "of these, on the GPU", [](const SplitStep& step) { return step.parts.gpu; }, kNotNegative},
      {"cpu_ms", "how long the CPU took", [](const SplitStep& step) { return step.times.cpu; }, kNotNegative},
      {"gpu_ms", "how long the GPU took, launch and copies with it",
       [](const SplitStep& step) { return step.times.gpu; }, kNotNegative},
      {"imbalance", "|cpu_ms - gpu_ms| / the larger of both", &SplitStep::imbalance, kPartOfAll},
      {"profiling", "whether the policy learns from it", &SplitStep::profiling},
  };
  return fields;
}

/// Steps of which JSON tells: a run may have many.
constexpr std::size_t kMostSteps = 100;

std::vector<SplitStep> first_steps(const SplitRow& row) {
  const std::vector<SplitStep>& steps = row.of.run().steps;
  return {steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min(steps.size(), kMostSteps))};
}

std::vector<SplitRow> rows_of_policies(const SplitComparison& comparison) {
  std::vector<SplitRow> rows;
  rows.reserve(comparison.policies.size());
  for (const SplitResult& result : comparison.policies) {
    rows.push_back({comparison, result});
  }
  return rows;
}

std::optional<Millis> measured_total(const SplitRow& row) {
  return row.of.measured ? std::optional(row.of.measured->total()) : std::nullopt;
}

/// To the lower and to the upper end of a range.
template <std::size_t End>
std::optional<Millis> range_end(const SplitRow& row) {
  return row.of.range ? std::optional((*row.of.range)[End]) : std::nullopt;
}

const Fields<SplitRow>& split_row_fields() {
  static const Fields<SplitRow> fields{
      {"policy", "how the job was split", [](const SplitRow& row) { return row.of.policy; }, show()},
      {"predicted_ms", "how long all steps take, by the model",
       [](const SplitRow& row) { return row.of.predicted.total(); }, kSplitTime | title("predicted [ms]")},
      {"predicted_low_ms",
       "the same with the CPU four times as fast as assumed, or as slow: the smaller; only where it is assumed",
       range_end<0>, kSplitTime | title("from [ms]")},
      {"predicted_high_ms", "the larger of both; only where the CPU's rate is assumed", range_end<1>,
       kSplitTime | title("to [ms]")},
      {"measured_ms", "how long all steps took, in the run of median length; only with --backend", measured_total,
       kSplitTime | title("measured [ms]")},
      {"gpu_share", "part of the iterations on the GPU",
       [](const SplitRow& row) { return row.of.run().parts().gpu_share(); },
       kPartOfAll | show("{:.1f} %", 0, "on the GPU")},
      {"over_cpu", "speed-up over the CPU alone",
       [](const SplitRow& row) { return row.in.alone().cpu / row.of.total(); },
       kNotNegative | show("{:.3f}", 0, "x CPU alone")},
      {"over_gpu", "speed-up over the GPU alone",
       [](const SplitRow& row) { return row.in.alone().gpu / row.of.total(); },
       kNotNegative | show("{:.3f}", 0, "x GPU alone")},
      {"imbalance", "part of the time in which one side waits for the other",
       [](const SplitRow& row) { return row.of.run().imbalance(); }, kPartOfAll | show("{:.1f} %", 2)},
      {"profiling_work", "part of the iterations in steps that the policy learns from",
       [](const SplitRow& row) { return row.of.run().profiling_work(); },
       kPartOfAll | show("{:.1f} %", 1, "profiling: work")},
      {"profiling_time", "part of the time in these", [](const SplitRow& row) { return row.of.run().profiling_time(); },
       kPartOfAll | show("{:.1f} %", 3, "time")},
      {"step_count", "how many steps", [](const SplitRow& row) { return row.of.run().steps.size(); },
       kPositive | show(4, "steps")},
      {"steps", "the first 100 of them, in their order; measured with --backend, else predicted", split_step_fields(),
       first_steps, kSome | kJsonOnly},
  };
  return fields;
}

std::optional<double> as_given(const std::string& backend, double value) {
  return backend.empty() ? std::optional(value) : std::nullopt;
}

}  // namespace

const Kind<SplitComparison>& kind_of(const SplitComparison* /*of*/) {
  static const Fields<AloneTimes> alone_part{
      {"cpu_ms", "the CPU without the GPU", &AloneTimes::cpu, kNotNegative},
      {"gpu_ms", "the GPU without the CPU", &AloneTimes::gpu, kNotNegative},
  };
  static const Fields<SplitStep> best_part{
      {"gpu_share", "part of the iterations on the GPU", [](const SplitStep& step) { return step.parts.gpu_share(); },
       kPartOfAll},
      {"total_ms", "how long it takes", [](const SplitStep& step) { return step.times.both(); }, kNotNegative},
  };
  static const Kind<SplitComparison> described{
      {.name = "split",
       .title = "what `warpshop split --format json` prints",
       .command = "split",
       .first_columns = kSplitColumns},
      {{"kernel", "what is split, by name", &SplitComparison::kernel},
       {"elements", "of the whole job", &SplitComparison::elements, kPositive},
       {"iteration_elements", "elements that stay together: an iteration of S1", &SplitComparison::iteration,
        kPositive},
       {"device", "name of the profile; only where there is one", &SplitComparison::device, kIfAny},
       {"backend", "what was measured; only with --backend", &SplitComparison::backend, kBackends | kIfAny},
       {"chip", "what the device calls itself; only with --backend", &SplitComparison::chip, kIfAny},
       {"cpu_threads", "how many work on the CPU's part", &SplitComparison::cpu_threads, kPositive},
       {"cpu_elements_per_s", "elements that one thread does",
        [](const SplitComparison& of) { return of.cpu_rate.value; }, kNotNegative},
       {"cpu_rate_from", "how that is known",
        [](const SplitComparison& of) { return std::string(name(of.cpu_rate_from)); },
        limits(R"("enum": ["given", "assumed", "measured"])")},
       {"cpu_overhead_ms", "what the CPU's part of a step takes beside its iterations", &SplitComparison::cpu_overhead,
        kNotNegative},
       {"cpu_overhead_assumed", "whether nobody said or measured that", &SplitComparison::cpu_overhead_assumed},
       {"noise", "deviation of the logarithm of predicted times; only without --backend",
        [](const SplitComparison& of) { return as_given(of.backend, of.noise); }, kNotNegative},
       {"predicted_alone", "how long one side takes for all, by the model", alone_part,
        &SplitComparison::predicted_alone},
       {"measured_alone", "the same as measured; only with --backend", alone_part, &SplitComparison::measured_alone},
       {"best", "the best split of the whole in one step, by the model without noise", best_part,
        &SplitComparison::best},
       {"results_correct", "whether all results of the GPU are those of the CPU; null, in CSV empty: not checked",
        &SplitComparison::correct, kNull},
       {"policies", "the shortest first", split_row_fields(), rows_of_policies, kRows},
       {basis_fields(), &SplitComparison::basis},
       {"seed", "of noise, and of input", [](const SplitComparison& of) { return of.origin.seed; }, kNotNegative},
       {"version", "of warpshop", [](const SplitComparison& of) { return of.origin.version; }, kVersion}}};
  return described;
}

}  // namespace warpshop::result
