#include "sim/share/mechanisms.hpp"

#include <algorithm>

#include "sim/model/whole_gpu.hpp"

namespace warpshop::share {

bool can_grant(const Mechanism& mechanism, const Instance& instance, const Allocation& allocation) {
  return std::all_of(allocation.begin(), allocation.end(), [&](const SmRange& range) {
    return mechanism.grants == Grant::ctas ||
           (range.ctas == kAllThatFit && (mechanism.grants == Grant::sms || range.sms == sms_of(instance)));
  });
}

}  // namespace warpshop::share
