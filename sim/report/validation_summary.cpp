#include "sim/report/validation_summary.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/error_spread.hpp"
#include "sim/stats/mean.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {
namespace {

/// Of the workloads that have one.
std::optional<double> mean_correlation(std::span<const ValidationMetrics> workloads,
                                       std::optional<double> ValidationMetrics::*correlation) {
  std::vector<double> values;
  for (const ValidationMetrics& metrics : workloads) {
    if (metrics.*correlation) {
      values.push_back(*(metrics.*correlation));
    }
  }
  return values.empty() ? std::nullopt : std::optional(stats::mean(values));
}

PolicySummary policy_summary(const std::string& policy, std::span<const ValidationMetrics> workloads) {
  PolicySummary summary{.policy = policy};
  std::vector<double> losses;
  for (const ValidationMetrics& metrics : workloads) {
    for (const PolicyMetrics& row : metrics.policies) {
      if (row.policy == policy) {
        losses.push_back(row.loss);
        summary.best += row.is_best ? 1 : 0;
      }
    }
  }
  summary.workloads = losses.size();
  summary.mean_loss = stats::mean(losses);
  summary.worst_loss = *std::max_element(losses.begin(), losses.end());
  return summary;
}

SpeedupSummary speedup_summary(const PolicySpeedup& pair, std::span<const ValidationMetrics> workloads) {
  SpeedupSummary summary{.policy = pair.policy, .base = pair.base};
  std::vector<double> ratios;
  for (const ValidationMetrics& metrics : workloads) {
    for (const PolicySpeedup& row : metrics.speedups) {
      if (row.policy == pair.policy && row.base == pair.base) {
        ratios.push_back(row.speedup.ratio);
        summary.faster += row.speedup.different && row.speedup.ratio > 1 ? 1 : 0;
        summary.slower += row.speedup.different && row.speedup.ratio < 1 ? 1 : 0;
      }
    }
  }
  summary.workloads = ratios.size();
  summary.geometric_mean = stats::geometric_mean(ratios);
  summary.median = stats::median(ratios);
  return summary;
}

void add_errors(std::span<const ValidationMetrics> workloads, ValidationSummary& summary) {
  std::vector<double> errors;
  for (const ValidationMetrics& metrics : workloads) {
    errors.insert(errors.end(), metrics.errors.begin(), metrics.errors.end());
  }
  summary.orders = errors.size();
  summary.error = error_spread(errors);
}

}  // namespace

ValidationSummary summary(std::span<const ValidationMetrics> workloads) {
  ValidationSummary summary{.workloads = workloads.size(),
                            .spearman = mean_correlation(workloads, &ValidationMetrics::spearman),
                            .kendall = mean_correlation(workloads, &ValidationMetrics::kendall)};
  add_errors(workloads, summary);
  for (const ValidationMetrics& metrics : workloads) {
    for (const PolicyMetrics& row : metrics.policies) {
      if (std::none_of(summary.policies.begin(), summary.policies.end(),
                       [&](const PolicySummary& known) { return known.policy == row.policy; })) {
        summary.policies.push_back(policy_summary(row.policy, workloads));
      }
    }
    for (const PolicySpeedup& row : metrics.speedups) {
      if (std::none_of(summary.speedups.begin(), summary.speedups.end(), [&](const SpeedupSummary& known) {
            return known.policy == row.policy && known.base == row.base;
          })) {
        summary.speedups.push_back(speedup_summary(row, workloads));
      }
    }
  }
  return summary;
}

}  // namespace warpshop::report
