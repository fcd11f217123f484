#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

Planned neh(const Instance& instance, const Options& options) {
  return insertion(without_contention(instance), options.objective);
}

}  // namespace warpshop::order
