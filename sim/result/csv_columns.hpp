#pragma once

#include <string_view>

namespace warpshop {

// First lines of the CSV files that are written, or their ends; by them such a file is known again
// (files/own_files.hpp).

/// Columns of every table about a workload: what it rests on, and what it was made from.
inline constexpr std::string_view kBasisColumns = "assumed,set";
inline constexpr std::string_view kOriginColumns = "file,seed,budget,version";

/// Of the samples of a calibration.
inline constexpr std::string_view kSampleColumns = "series,sample,milliseconds,outlier,device,version";

/// Of the profiles known.
inline constexpr std::string_view kDeviceColumns =
    "name,source,dma_engines,pinned_h2d_bytes_per_s,pinned_d2h_bytes_per_s,sms,gpu,problem,hidden_by,version";

/// Of jobs on GPUs.
inline constexpr std::string_view kPlaceColumns =
    "workload,device,policy,makespan_ms,lower_bound_ms,assumed,set,file,seed,budget,version";

/// Of a kernel over CPU and GPU.
inline constexpr std::string_view kSplitColumns = "kernel,elements,device,policy,predicted_ms,measured_ms";

/// Of series of metrics.
inline constexpr std::string_view kSeriesColumns = "kernel,metric,count,every_ms,mean,least,most,file,version";

/// Of pairs of kernels.
inline constexpr std::string_view kPairColumns =
    "device,first_kernel,second_kernel,first_ctas,second_ctas,first_np,second_np,stp,first_measured_np,"
    "second_measured_np,file,assumed,set,version";

}  // namespace warpshop
