#pragma once

#include <cstdint>
#include <string_view>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// What a call of the runtime or driver of CUDA or HIP does, by its name as profilers write it, such as
/// `cudaMemcpyAsync`, `cuLaunchKernelEx`, `hipMemcpyWithStream` or `cudaStreamSynchronize_v3020`: suffixes of versions
/// and of the default stream (`_v7000`, `_ptsz`, `_ptds`, `_spt`) make no difference. What is not known is
/// CallKind::other.
CallKind call_kind(std::string_view name);

/// The same of what CUPTI calls by a number (`cbid`), of the calls that say something of commands: those that issue
/// them, that wait for them, and that free memory. Source: CUPTI of CUDA 13.0, enumerations
/// CUpti_runtime_api_trace_cbid and CUpti_driver_api_trace_cbid, whose numbers never change; up to CUDA 12, the last
/// with nvprof.
CallKind runtime_call(std::int64_t id);
CallKind driver_call(std::int64_t id);

}  // namespace warpshop::io
