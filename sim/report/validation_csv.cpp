#include "sim/report/validation_csv.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/model/csv_columns.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/origin_csv.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

void print(std::ostream& out, const format::Csv& format, const JudgedValidation& judged) {
  const auto& [validation, metrics] = judged;
  if (format.first) {
    fmt::print(out,
               "workload,order,submission,policies,predicted_ms,measured_ms,measured_low_ms,measured_high_ms,error,"
               "samples,gates,rounds,names,device,backend,chip,{}\n",
               kLastColumns);
  }
  std::vector<std::vector<std::string>> policies(validation.plans.size());
  for (const PolicyPlan& choice : validation.policies) {
    policies[choice.plan].push_back(choice.policy);
  }
  const std::string of_all =
      fmt::format("{},{},{},{},{}", csv_field(validation.device), validation.backend, csv_field(validation.chip),
                  basis_fields(validation.basis), origin_cells(validation.origin));
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    const MeasuredPlan& plan = validation.plans[i];
    const PlanMetrics& row = metrics.plans[i];
    fmt::print(out, "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(validation.workload),
               fmt::join(plan.plan.order, " "), name(plan.plan.submission), fmt::join(policies[i], " "),
               plan.predicted.count(), row.measured.median.count(), row.measured.low.count(), row.measured.high.count(),
               row.error, plan.samples.size(), gate_pairs(plan.plan), fmt::join(plan.plan.rounds, " "),
               csv_field(names_in_order(plan.plan, validation.task_names)), of_all);
  }
}

}  // namespace warpshop::report
