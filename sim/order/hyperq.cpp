#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/hardware_queues.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {

/// Not an order but the absence of one: what MPS and Hyper-Q do with a stream per task, kernels one at a time.
Planned hyperq(const Instance& instance, const PlanOptions& options) {
  Planned planned;
  planned.plan = {.order = input_order(instance.size()),
                  .submission = Submission::streams,
                  .hardware_queues = evaluate::kHardwareQueues};
  planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
  return planned;
}

}  // namespace warpshop::order
