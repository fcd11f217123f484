#pragma once

#include <string_view>

#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// What a call of the runtime or driver of CUDA or HIP does, by its name as profilers write it, such as
/// `cudaMemcpyAsync`, `cuLaunchKernelEx`, `hipMemcpyWithStream` or `cudaStreamSynchronize_v3020`: suffixes of versions
/// and of the default stream (`_v7000`, `_ptsz`, `_ptds`, `_spt`) make no difference. What is not known is
/// CallKind::other.
CallKind call_kind(std::string_view name);

}  // namespace warpshop::io
