#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/hardware_queues.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Not an order but the absence of one: what MPS and Hyper-Q do with a stream per task, kernels one at a time. A GPU
/// before Hyper-Q has one queue for each engine, in which commands stand as they were issued: that is an order.
Planned hyperq(const Instance& instance, const PlanOptions& options) {
  Planned planned;
  if (instance.issue.copies_in_turn) {
    return ordered(instance, input_order(instance.size()), options);
  }
  planned.plan = {.order = input_order(instance.size()),
                  .submission = Submission::streams,
                  .hardware_queues = evaluate::kHardwareQueues};
  planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
  return planned;
}

}  // namespace warpshop::order
