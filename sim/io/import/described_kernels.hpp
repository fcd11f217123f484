#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/io/import/ncu_launches.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Kernels out of launches that a profiler saw one by one.
struct DescribedKernels {
  Workload workload;           ///< a task each, without copies; launches alike are repeats of one
  std::size_t launches = 0;    ///< of which they are
  std::size_t left_out = 0;    ///< launches of which no duration, grid or CTA was measured, or 0 of it
  std::size_t other_gpus = 0;  ///< launches of other GPUs
  std::size_t unsaid_registers = 0, unsaid_compute = 0, unsaid_memory = 0;  ///< kernels that do not say it
};

/// A task for each kernel that differs by process, name, grid, CTA, registers or shared memory, in the order of their
/// first launches, called by short_name(), with a number where several are called so; `count` says how many launches
/// are alike, and time, compute and memory are the medians of theirs. Of several processes each is a family,
/// `process-1`, … gpu: its number; nothing: that of the first launch. Throws InputError at a launch whose figures no
/// kernel has; without a line where none is left.
DescribedKernels described_kernels(const std::vector<NcuLaunch>& launches, const std::string& file,
                                   const std::string& name, const std::optional<std::string>& gpu);

}  // namespace warpshop::io
