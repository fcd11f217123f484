#include "sim/order/insertion/insertion.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

Planned neh_gpu(const Instance& instance, const Options& options) {
  return insertion(instance, options.objective);
}

}  // namespace warpshop::order
