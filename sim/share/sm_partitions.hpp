#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/share/sm_division.hpp"

namespace warpshop::share {

/// Each SM is split between a few kernels, as many as the option `kernels` says: see sms_of_kernels() and
/// resource_partition(). As kernels come and go those that stay keep their SMs where they can.
SmDivision sm_partitions(const Instance& instance, const Share& share);

}  // namespace warpshop::share
