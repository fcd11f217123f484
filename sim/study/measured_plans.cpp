#include "sim/study/measured_plans.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::study {
namespace {

/// All orders of up to so many tasks that `after` allows are measured, of more a sample.
constexpr std::size_t kEveryOrderUpTo = 4;

std::vector<Order> every_order(const Instance& instance) {
  Order order = input_order(instance.size());
  std::vector<Order> orders;
  do {
    if (keeps_precedence(instance, order)) {
      orders.push_back(order);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

/// As many different ones as so many draws give: of five tasks there are but 120.
std::vector<Order> sampled_orders(const Instance& instance, std::size_t sample, std::uint64_t seed) {
  const Policy& random = order::find_policy("random");
  const std::size_t draws = 20 * sample;
  std::set<Order> seen;
  std::vector<Order> orders;
  for (std::size_t draw = 0; draw < draws && orders.size() < sample; ++draw) {
    Order order = random.plan(instance, {.seed = seed + draw}).plan.order;
    if (seen.insert(order).second) {
      orders.push_back(std::move(order));
    }
  }
  return orders;
}

std::size_t position_of(const Plan& plan, std::vector<MeasuredPlan>& plans, const Instance& instance) {
  const auto found =
      std::find_if(plans.begin(), plans.end(), [&](const MeasuredPlan& measured) { return measured.plan == plan; });
  const auto position = static_cast<std::size_t>(found - plans.begin());
  if (found == plans.end()) {
    plans.push_back({.plan = plan, .predicted = evaluate::makespan(instance, plan)});
  }
  return position;
}

}  // namespace

Validation planned_validation(const Instance& instance, const std::vector<NamedPolicy>& policies, std::size_t sample,
                              const PlanOptions& options) {
  Validation validation;
  validation.every_order = instance.size() <= kEveryOrderUpTo;
  const auto orders = validation.every_order ? every_order(instance) : sampled_orders(instance, sample, options.seed);
  for (const Order& order : orders) {
    validation.orders.push_back(position_of(evaluate::plan_of(instance, order), validation.plans, instance));
  }
  for (const NamedPolicy& named : policies) {
    PlanOptions own = options;
    own.settings = named.settings;
    const Plan plan = named.policy->plan(instance, own).plan;
    validation.policies.push_back({named.name(), position_of(plan, validation.plans, instance), named.policy->draws});
  }
  return validation;
}

}  // namespace warpshop::study
