#pragma once

#include <cstdint>
#include <string_view>

namespace warpshop::io {

/// What CUPTI calls by a number (`cbid`), of the calls that say something of commands: those that issue them, that wait
/// for them, and that free memory. Without suffixes of versions; `call` for any other. Source: CUPTI of CUDA 13.0,
/// enumerations CUpti_runtime_api_trace_cbid and CUpti_driver_api_trace_cbid, whose numbers never change; up to CUDA
/// 12, the last with nvprof.
std::string_view runtime_call(std::int64_t id);
std::string_view driver_call(std::int64_t id);

}  // namespace warpshop::io
