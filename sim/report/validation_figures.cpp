#include "sim/report/validation_figures.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/sweep.hpp"
#include "sim/report/error_spread.hpp"
#include "sim/stats/mean.hpp"
#include "sim/stats/median.hpp"
#include "sim/stats/rank_correlation.hpp"

namespace warpshop::report {
namespace {

using Positions = std::vector<std::size_t>;

std::vector<PlanMetrics> plan_metrics(const std::vector<MeasuredPlan>& plans) {
  std::vector<PlanMetrics> metrics;
  metrics.reserve(plans.size());
  for (const MeasuredPlan& plan : plans) {
    const MeasuredTime measured = measured_time(plan.samples);
    metrics.push_back({.measured = measured, .error = relative_error(plan.predicted, measured.median)});
  }
  return metrics;
}

Positions all_of(std::size_t count) {
  Positions positions(count);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  return positions;
}

/// Places from 0 by increasing prediction; those that tie with the one before them share its place.
std::vector<double> places(const std::vector<MeasuredPlan>& plans, const Positions& orders) {
  Positions sorted = all_of(orders.size());
  std::sort(sorted.begin(), sorted.end(),
            [&](std::size_t a, std::size_t b) { return plans[orders[a]].predicted < plans[orders[b]].predicted; });
  std::vector<double> place(orders.size(), 0);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const bool same = tied(plans[orders[sorted[i - 1]]].predicted, plans[orders[sorted[i]]].predicted);
    place[sorted[i]] = place[sorted[i - 1]] + (same ? 0 : 1);
  }
  return place;
}

void compare_orders(const Validation& validation, const Positions& orders, ValidationMetrics& metrics) {
  std::vector<double> measured, signed_errors;
  for (const std::size_t order : orders) {
    const Millis median = metrics.plans[order].measured.median;
    measured.push_back(median.count());
    metrics.errors.push_back(metrics.plans[order].error);
    signed_errors.push_back(signed_error(validation.plans[order].predicted, median));
  }
  if (orders.empty()) {
    return;
  }
  metrics.error = error_spread(metrics.errors);
  metrics.mean_signed_error = stats::mean(signed_errors);
  const std::vector<double> predicted = places(validation.plans, orders);
  metrics.spearman = stats::spearman(predicted, measured);
  metrics.kendall = stats::kendall(predicted, measured);
}

/// Of the plan in ordered submission with the lowest median; of all plans where none is ordered. Requires a plan.
const MeasuredTime& measured_best(const Validation& validation, const std::vector<PlanMetrics>& plans) {
  const auto is_ordered = [](const MeasuredPlan& plan) { return plan.plan.submission == Submission::ordered; };
  const bool any_ordered = std::any_of(validation.plans.begin(), validation.plans.end(), is_ordered);
  const PlanMetrics* best = nullptr;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const bool counts = !any_ordered || is_ordered(validation.plans[i]);
    if (counts && (best == nullptr || plans[i].measured.median < best->measured.median)) {
      best = &plans[i];
    }
  }
  return best->measured;
}

PolicyMetrics policy_metrics(const Validation& validation, const PolicyPlan& choice, const Positions& orders,
                             const std::vector<PlanMetrics>& plans) {
  const MeasuredTime& measured = plans[choice.plan].measured;
  const MeasuredTime& best = measured_best(validation, plans);
  PolicyMetrics metrics{.policy = choice.policy,
                        .plan = choice.plan,
                        .predicted = validation.plans[choice.plan].predicted,
                        .measured = measured,
                        .is_best = !clearly_less(best, measured)};
  for (const std::size_t order : orders) {
    metrics.rank += clearly_less(plans[order].measured, measured) ? 1 : 0;
  }
  metrics.loss = measured.median / best.median - 1;
  return metrics;
}

/// What policies are compared with, and the makespans of it in milliseconds.
struct Base {
  std::string name;
  std::vector<double> samples;
};

std::vector<Base> bases(const Validation& validation, const std::vector<PlanMetrics>& plans) {
  std::vector<Base> bases;
  if (!validation.orders.empty()) {
    Base& any_order = bases.emplace_back(Base{.name = "any order"});  // not the one that the policy `random` draws
    for (const std::size_t order : validation.orders) {
      any_order.samples.push_back(plans[order].measured.median.count());
    }
  }
  for (const Baseline baseline : {Baseline::fifo, Baseline::hyperq}) {
    const auto policy = std::find_if(validation.policies.begin(), validation.policies.end(),
                                     [&](const PolicyPlan& choice) { return choice.policy == name(baseline); });
    if (policy != validation.policies.end()) {
      bases.push_back({policy->policy, counts(validation.plans[policy->plan].samples)});
    }
  }
  for (const Rival& rival : validation.rivals) {
    if (!rival.samples.empty()) {
      bases.push_back({rival.name, counts(rival.samples)});
    }
  }
  return bases;
}

}  // namespace

ValidationMetrics validation_metrics(const Validation& validation) {
  ValidationMetrics metrics;
  metrics.plans = plan_metrics(validation.plans);
  const Positions orders = validation.orders.empty() ? all_of(validation.plans.size()) : validation.orders;
  compare_orders(validation, orders, metrics);
  const std::vector<Base> compared_with = bases(validation, metrics.plans);
  for (const PolicyPlan& choice : validation.policies) {
    metrics.policies.push_back(policy_metrics(validation, choice, orders, metrics.plans));
    const std::vector<double> samples = counts(validation.plans[choice.plan].samples);
    for (const Base& base : compared_with) {
      if (base.name != choice.policy) {
        metrics.speedups.push_back({choice.policy, base.name, stats::speedup(base.samples, samples)});
      }
    }
  }
  return metrics;
}

bool has_intervals(const Validation& validation) {
  return std::all_of(validation.plans.begin(), validation.plans.end(),
                     [](const MeasuredPlan& plan) { return plan.samples.size() >= stats::kFewestForInterval; });
}

}  // namespace warpshop::report
