#pragma once

#include <string>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// What the values of a profile are to each other: throws InputError at the one in `profile`, from which the device was
/// read, that does not fit. Duplex or mixed where dma_engines is 1, duplex of pageable memory, either more than
/// kMostBesideOverAlone times the one alone, a bus that is narrower than a transfer, a worst error below the mean.
void check_profile(const Device& device, const YamlNode& profile, const std::string& file);

}  // namespace warpshop::io
