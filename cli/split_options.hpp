#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "sim/model/split_comparison.hpp"
#include "sim/split/compare_splits.hpp"

namespace warpshop::cli {

/// What `split` is told.
struct SplitOptions {
  std::string kernel;
  std::uint64_t elements = 0;
  ProfileOptions profile;
  HardwareOptions hardware{.backend = ""};  ///< empty: nothing runs
  std::vector<std::string> policies;        ///< empty: all
  unsigned cpu_threads = 1;
  std::string cpu_rate, gpu_rate;  ///< empty: not given
  std::string cpu_overhead;        // empty: assumed
  std::string gpu_overhead = "0 ms";
  double noise = 0;  ///< per cent
  double static_share = 50;
  unsigned start_part = 128;
  std::uint64_t seed = 1;
  unsigned repeat = 5;
  bool no_check = false;
  OutputOptions output;
};

/// The GPU's times, and how fast the CPU is, into a problem and a comparison whose other figures are there.
/// Throws InputError: what is not known, not of this kernel, or not to be read.
void set_gpu(const SplitOptions& options, const Device* device, split::SplitProblem& problem,
             SplitComparison& comparison);
void set_cpu(const SplitOptions& options, const Device* device, split::SplitProblem& problem,
             SplitComparison& comparison);

/// Elements of an iteration: as the registry has it, 1 of a kernel that is not there. Throws InputError: elements that
/// the kernel does not take.
std::int64_t iteration_of(const SplitOptions& options);

}  // namespace warpshop::cli
