#include "sim/report/validation_csv.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {

void csv(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics, bool header) {
  if (header) {
    out << "workload,order,submission,policies,predicted_ms,measured_ms,measured_low_ms,measured_high_ms,error,"
           "samples\n";
  }
  std::vector<std::vector<std::string>> policies(validation.plans.size());
  for (const PolicyPlan& choice : validation.policies) {
    policies[choice.plan].push_back(choice.policy);
  }
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    const MeasuredPlan& plan = validation.plans[i];
    const PlanMetrics& row = metrics.plans[i];
    fmt::print(out, "{},{},{},{},{},{},{},{},{},{}\n", csv_field(validation.workload), fmt::join(plan.plan.order, " "),
               name(plan.plan.submission), fmt::join(policies[i], " "), plan.predicted.count(),
               row.measured.median.count(), row.measured.low.count(), row.measured.high.count(), row.error,
               plan.samples.size());
  }
}

}  // namespace warpshop::report
