#pragma once

#include <string_view>

namespace warpshop {

// First lines of the CSV files that are written, or their ends; by them such a file is known again (io/own_files.hpp).

/// The last columns of every table about a workload: what it rests on, and what it was made from.
inline constexpr std::string_view kLastColumns = "assumed,set,file,seed,budget,version";

/// Of the samples of a calibration.
inline constexpr std::string_view kSampleColumns = "series,sample,milliseconds,outlier,device,version";

/// Of the profiles known.
inline constexpr std::string_view kDeviceColumns =
    "name,source,dma_engines,pinned_h2d_bytes_per_s,pinned_d2h_bytes_per_s,sms,gpu,problem,hidden_by,version";

}  // namespace warpshop
