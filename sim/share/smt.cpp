#include <cstdint>
#include <optional>

#include "sim/share/pairing.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

/// Spatial multitasking: each of two kernels has SMs of its own, with the split that the co-run law finds best, or the
/// one that is given.
Controller smt(const Instance& instance, const Share& share) {
  std::optional<PairSplit> given;
  if (share.settings.is_set("sms")) {
    given = split_sms(instance, static_cast<std::uint32_t>(share.settings.number("sms")));
  }
  return two_with_one_split(instance, share, sm_splits, given);
}

}  // namespace warpshop::share
