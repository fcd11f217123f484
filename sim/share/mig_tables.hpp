#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpshop::share {

/// A MIG instance that a chip offers: so many of its seven compute slices, with these SMs, and so many of its eight
/// memory slices.
struct MigProfile {
  std::string_view name;
  std::int64_t compute = 1;
  std::uint32_t sms = 1;
  std::int64_t memory = 1;
  std::int64_t copy_engines = 1;
};

/// What a chip of so many SMs offers, the largest first (NVIDIA's MIG user guide: A100 with 108 SMs, H100 with 132);
/// empty: no chip that has MIG.
std::span<const MigProfile> mig_profiles(std::int64_t sms);

/// Every set of instances that the chip can be cut into to which none can be added, as positions in mig_profiles(), the
/// largest first.
std::vector<std::vector<std::size_t>> mig_layouts(std::span<const MigProfile> profiles);

}  // namespace warpshop::share
