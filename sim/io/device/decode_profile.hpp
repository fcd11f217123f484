#pragma once

#include <array>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// The keys of its top level.
inline constexpr std::array<std::string_view, 20> kDeviceKeys{"schema",
                                                              "name",
                                                              "compute_capability",
                                                              "dma_engines",
                                                              "transfer",
                                                              "bus",
                                                              "host_copy",
                                                              "sm",
                                                              "memory",
                                                              "kernels",
                                                              "launch_latency",
                                                              "gaps",
                                                              "context_switch",
                                                              "interference",
                                                              "power",
                                                              "probes",
                                                              "co_run",
                                                              "observed",
                                                              "assumed",
                                                              "provenance"};

/// A profile, out of the map that a file holds: all but schema and assumed. A value may stand alone, or with what was
/// measured: `{value: 25.1 GB/s, low: 25.0 GB/s, high: 25.2 GB/s, samples: 31}`; the interval is kept, relative to the
/// value. Throws InputError at what is wrong, also between values, see first_mistake().
Device decode_profile(const YamlNode& profile);

}  // namespace warpshop::io
