#include "sim/model/occupancy.hpp"

#include <algorithm>

namespace warpshop {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t lot) {
  return (value + lot - 1) / lot * lot;
}

}  // namespace

std::int64_t most_ctas_per_sm(const SmModel& sm, const CtaResources& kernel) {
  const AllocationUnits& units = sm.units;
  const std::int64_t warps = rounded_up(kernel.threads, kWarpSize) / kWarpSize;
  std::int64_t most = std::min(sm.ctas, sm.threads / (warps * kWarpSize));
  if (kernel.registers > 0) {
    const std::int64_t per_warp = rounded_up(kernel.registers * kWarpSize, units.registers);
    const std::int64_t warps_per_sm = sm.registers / per_warp / units.warps * units.warps;
    most = std::min(most, warps_per_sm / rounded_up(warps, units.warps));
  }
  const std::int64_t shared_memory = rounded_up(kernel.shared_memory.count + units.shared_memory_reserved.count,
                                                std::max<std::int64_t>(units.shared_memory.count, 1));
  return shared_memory > 0 ? std::min(most, sm.shared_memory.count / shared_memory) : most;
}

}  // namespace warpshop
