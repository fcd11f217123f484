#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// [A-Za-z0-9._-]+
bool is_device_name(std::string_view text);
inline constexpr std::string_view kDeviceNameExpected = "letters, digits, '.', '_' and '-'";

/// The keys of its top level.
inline constexpr std::array<std::string_view, 16> kDeviceKeys{
    "schema",         "name",           "dma_engines",  "transfer", "bus",    "sm",       "memory",  "kernels",
    "launch_latency", "context_switch", "interference", "probes",   "co_run", "observed", "assumed", "provenance"};

/// A profile, out of the map that a file holds: all but schema and assumed. A value may stand alone, or with what was
/// measured: `{value: 25.1 GB/s, low: 25.0 GB/s, high: 25.2 GB/s, samples: 31}`; the interval is kept, relative to the
/// value. Throws InputError at what is wrong, also between values, see check_profile().
Device decode_profile(const YamlNode& profile);

/// What the values of a profile are to each other: throws InputError at the one in `profile`, from which the device was
/// read, that does not fit. Duplex or mixed where dma_engines is 1, duplex of pageable memory, either more than
/// kMostBesideOverAlone times the one alone, a bus that is narrower than a transfer, a worst error below the mean.
void check_profile(const Device& device, const YamlNode& profile);

}  // namespace warpshop::io
