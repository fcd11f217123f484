#pragma once

#include <utility>
#include <vector>

#include "sim/model/validation.hpp"

namespace warpshop::test {

inline MeasuredPlan measured_plan(Order order, double predicted, const std::vector<double>& samples,
                                  Submission submission = Submission::ordered) {
  MeasuredPlan plan{.plan = {.order = std::move(order), .submission = submission}, .predicted = Millis{predicted}};
  for (const double sample : samples) {
    plan.samples.emplace_back(sample);
  }
  return plan;
}

/// Two tasks, both orders and free streams: 10 ms where 9 were predicted, 12 ms where 12 were, 16 ms where 12 were.
/// neh-gpu and best chose the first, fifo the second, hyperq the streams; mps took 10.5 ms, a single queue could not be
/// measured. Intervals are ± 0.5 ms.
inline Validation example_validation() {
  Validation validation;
  validation.workload = "jobs";
  validation.task_names = {"a", "b"};
  validation.device = "box";
  validation.backend = "cuda";
  validation.chip = "NVIDIA Box";
  validation.every_order = true;
  validation.orders = {0, 1};
  validation.plans = {measured_plan({1, 0}, 9, {10, 9.5, 10.5}), measured_plan({0, 1}, 12, {11.5, 12.5, 12}),
                      measured_plan({0, 1}, 12, {16, 16.5, 15.5}, Submission::streams)};
  validation.policies = {{"best", 0}, {"neh-gpu", 0}, {"fifo", 1}, {"hyperq", 2}};
  validation.rivals = {{.name = "single-queue", .problem = "needs a process of its own"},
                       {.name = "mps", .samples = {Millis{10.5}, Millis{10}, Millis{11}}}};
  validation.checked = true;
  return validation;
}

}  // namespace warpshop::test
