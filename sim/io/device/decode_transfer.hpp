#pragma once

#include "sim/io/device/measured_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// `transfer` of a device profile, into device.transfers. device.dma_engines says which bandwidths there may be;
/// any may be missing. Throws InputError, also where one beside an opposing transfer is more than kMostBesideOverAlone
/// times the one alone.
void decode_transfers(const YamlNode& node, MeasuredReader& reader, Device& device);

}  // namespace warpshop::io
