#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

Planned neh_gpu(const Instance& instance, const PlanOptions& options) {
  return insertion(instance, options.objective);
}

}  // namespace warpshop::order
