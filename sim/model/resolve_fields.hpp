#pragma once

#include "sim/model/instance.hpp"

namespace warpshop {

/// The lists by task of an instance that has its jobs: what resolve() makes of `weight`, `due`, `after`, `family` and
/// `footprint`.
void resolve_fields(const Workload& workload, const Device& device, Instance& instance);

}  // namespace warpshop
