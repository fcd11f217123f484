#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// An inference out of what `trtexec` of TensorRT prints.
struct TrtexecTask {
  Workload workload;              ///< one task: medians of copy in, computation, copy out; copies of 0 ms are left out
  std::optional<double> streams;  ///< of which each inference had one; more than one: they waited for each other
  std::optional<Millis> enqueue;  ///< what the host took to launch one, the median
};

/// Reads the last performance summary of a text, as TensorRT 8 and later print it: `H2D Latency`, `GPU Compute Time`,
/// `D2H Latency`, each with `median = … ms`. At most 64 MiB. name: of the workload and the task. Throws InputError at
/// the line and column of what is wrong; without a line where there is no summary.
TrtexecTask read_trtexec(const std::filesystem::path& file, const std::string& name);
TrtexecTask read_trtexec(std::istream& stream, const std::string& file_name, const std::string& name);

}  // namespace warpshop::io
