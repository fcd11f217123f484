#include "calibrate/occupancy.hpp"

#include <algorithm>
#include <cstdint>

namespace warpshop::calibrate {
namespace {

constexpr int kWarp = 32;

struct Granularity {
  int registers = 1;  ///< of a warp
  int warps = 1;      ///< of a CTA, and of an SM where registers limit
  std::int64_t shared_memory = 1;
};

Granularity granularity(const gpu::Properties& chip) {
  constexpr int kFirstWithSmallLots = 8;
  const std::int64_t shared_memory = chip.compute_major >= kFirstWithSmallLots ? 128 : 256;
  return chip.compute_major > 0 ? Granularity{.registers = 256, .warps = 4, .shared_memory = shared_memory}
                                : Granularity{};
}

template <class T>
T round_up(T value, T step) {
  return (value + step - 1) / step * step;
}

}  // namespace

int most_ctas_per_sm(const gpu::Properties& chip, const gpu::Resources& kernel) {
  const Granularity lots = granularity(chip);
  const int warps = round_up(kernel.threads, kWarp) / kWarp;
  int most = std::min(chip.ctas_per_sm, chip.threads_per_sm / (warps * kWarp));
  if (kernel.registers_per_thread > 0) {
    const int per_warp = round_up(kernel.registers_per_thread * kWarp, lots.registers);
    const int warps_per_sm = chip.registers_per_sm / per_warp / lots.warps * lots.warps;
    most = std::min(most, warps_per_sm / round_up(warps, lots.warps));
  }
  const std::int64_t shared =
      round_up(kernel.shared_memory.count + chip.shared_memory_per_cta_reserved.count, lots.shared_memory);
  if (shared > 0) {
    most = static_cast<int>(std::min<std::int64_t>(most, chip.shared_memory_per_sm.count / shared));
  }
  return most;
}

}  // namespace warpshop::calibrate
