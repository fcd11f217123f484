#pragma once

#include "sim/model/processor_part.hpp"

namespace warpshop::host {

using Grant = ProcessorPart;

}  // namespace warpshop::host
