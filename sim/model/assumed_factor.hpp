#pragma once

#include <optional>
#include <string_view>

#include "sim/model/device.hpp"

namespace warpshop {

/// Where a value lies that nobody measured, as parts of what it is taken to be: 0 < low ≤ 1 ≤ high.
struct AssumedFactor {
  double low = 1;
  double high = 1;
};

/// Of a value of transfers by its path, such as `transfer.pinned.h2d.duplex`; nothing: no range of it is known.
/// - alone, pinned: the ends of what links of PCIe reached in public measurements (devices/links.yaml: low, high).
/// - all others: what the five measured profiles in devices/ have, beside what the table of links takes for a link
///   like theirs (k20c: pcie2-x8, gtx980: pcie2, titanx: pcie3, h100 and h200: pcie5), the least and the most of the
///   ten rounded outwards; for duplex of pinned memory, public outputs of nvbandwidth go further down
///   (NVIDIA/nvbandwidth #11, #41, #53: half of alone).
std::optional<AssumedFactor> assumed_factor(std::string_view path);

/// Multiplies the value at this path, which has an assumed_factor() and is there.
void scale_assumed(Device& device, std::string_view path, double factor);

/// Makes no copy of the device faster beside an opposing one than alone: `alone` gives way to what was measured beside
/// others, what is assumed of those to `alone`.
void keep_below_alone(Device& device);

}  // namespace warpshop
