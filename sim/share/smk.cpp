#include <cstdint>
#include <optional>

#include "sim/share/pairing.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

/// Simultaneous multikernel: two kernels on every SM, with the split that the co-run law finds best, or the one that is
/// given (S5 4.1). Persistent CTAs; or slices of a few CTAs a stream (cCUDA, Kernelet), each of which pays a launch,
/// and no transformation (S5 4.6.2).
Controller smk(const Instance& instance, const Share& share) {
  std::optional<PairSplit> given;
  if (const auto& ctas = share.settings.numbers("ctas"); !ctas.empty()) {
    given = split_ctas(instance, static_cast<std::uint32_t>(ctas[0]), static_cast<std::uint32_t>(ctas[1]));
  }
  return two_with_one_split(instance, share, cta_splits, given);
}

}  // namespace warpshop::share
