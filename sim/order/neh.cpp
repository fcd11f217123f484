#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

Planned neh(const Instance& instance, const PlanOptions& options) {
  return insertion(without_contention(instance), options.objective);
}

}  // namespace warpshop::order
