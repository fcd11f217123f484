#pragma once

#include <string>
#include <string_view>

namespace warpshop::io {

/// What a kernel is called in a workload: its demangled name without return type, template arguments, parameters and
/// namespaces, at most 40 bytes of letters, digits and `_`; `kernel` where nothing is left, or
/// where it holds a path.
std::string short_name(std::string_view demangled);

/// Whether a kernel moves data between GPUs: how long it takes is up to the bytes and to when its peers come. By its
/// short_name(). What is known:
///   nccl…Kernel…           NCCL and RCCL: ncclDevKernel_AllReduce_Sum_f32_RING_LL (src/device/generate.py),
///                          ncclKernel_AllReduce_RING_LL_Sum_float (up to 2.18), ncclAllReduceRingLLKernel_sum_f32
///                          (2.4), ncclSymDevKernel_AllReduce_AGxLL_R_sum_bf16 (from 2.27)
///   msccl…Kernel…          algorithms that RCCL runs: mscclKernel_Sum_half_Simple_false
///   cross_device_reduce_…  vLLM's, SGLang's and AITER's custom all-reduce
///   …_shot_all_reduce_…, multimem_…   PyTorch's symmetric memory
bool is_collective(std::string_view kernel);

}  // namespace warpshop::io
