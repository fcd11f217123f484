#pragma once

#include <string_view>

#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// What a call of CUDA's runtime or driver does, by its name: `cudaMemcpyAsync`, `cuLaunchKernel`, with whatever
/// profilers add to it (`_v3020`, `_ptsz`, `_v2`). CallKind::other for names that say nothing of commands or waiting.
CallKind call_kind(std::string_view name);

}  // namespace warpshop::io
