#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// What a profiler says of a kernel that has the GPU to itself, sampled over its run: the profile of S2.
struct MetricSeries {
  std::string kernel;
  Millis every{0};                           ///< from sample to sample; > 0
  std::vector<std::string> metrics;          ///< names, as the profiler has them
  std::vector<std::vector<double>> samples;  ///< by metric, all as long; in the units of the profiler
};

/// What was read of a file of samples.
struct ImportedSeries {
  std::string file;                  ///< as it was named
  std::vector<MetricSeries> series;  ///< by kernel, as they first stand there; all with the same metrics
  std::string version;               ///< of warpshop
};

/// The metrics of S2, nvprof's names. Throughputs in GB/s, transactions of 32 B in a sample, occupancy and IPC as they
/// are, dram_utilization 0 … 10, all others in per cent. S2's elimination drops the last three.
inline constexpr std::array<std::string_view, 15> kS2Metrics{
    "achieved_occupancy",      "dram_read_throughput", "dram_write_throughput",  "dram_read_transactions",
    "dram_write_transactions", "gld_throughput",       "gst_throughput",         "ipc",
    "issue_slot_utilization",  "l2_read_transactions", "l2_write_transactions",  "sm_efficiency",
    "dram_utilization",        "tex_cache_throughput", "shared_store_throughput"};

}  // namespace warpshop
