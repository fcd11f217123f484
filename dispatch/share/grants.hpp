#pragma once

#include <optional>
#include <string>

#include "kernels/gpu/driver.hpp"
#include "sim/model/mechanism.hpp"

namespace warpshop::dispatch {

/// Why a device cannot be shared by that mechanism, in words that follow its name; nothing: it can. Dispatched are
/// persistent CTAs, whatever SMs they are to be on, and streams of one process, in which the hardware gives each kernel
/// what is free.
std::optional<std::string> refusal(const Mechanism& mechanism, const gpu::Properties& device);

}  // namespace warpshop::dispatch
