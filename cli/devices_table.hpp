#pragma once

#include <ostream>

#include "sim/model/listed_devices.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {

/// For people: a row a profile, then a line a GPU found and whether it is calibrated.
void print(std::ostream& out, const format::Table& style, const ListedDevices& listed);

}  // namespace warpshop::cli
