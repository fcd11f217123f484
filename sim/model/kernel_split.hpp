#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/split_run.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// What a kernel says that goes in steps over CPU and GPU (S1 chapter 4).
struct KernelSplit {
  std::string policy;                          ///< of `split`; whoever decides the steps knows which there are
  std::int64_t elements = 1;                   ///< of the whole kernel, 1 … kMostSplitElements
  std::int64_t threads = 1;                    ///< of the CPU, 1 … kMostCpuThreads: the task has them to itself
  std::optional<ElementsPerSecond> rate = {};  ///< of one thread, > 0; nothing: assumed, see CpuModel
  std::optional<Millis> overhead = {};         ///< of the CPU's part of a step; nothing: assumed
  Mark mark;
};
inline constexpr std::int64_t kMostSplitElements = 1'000'000'000'000;
inline constexpr std::int64_t kMostCpuThreads = 1024;

/// A task of which the steps have been decided. They are tasks of the workload, one behind the other: the GPU's part of
/// each, of those that have one, then one that takes no time where the last step has a part of the CPU.
struct SplitTask {
  std::string task;  ///< as the workload's file calls it, which may repeat it
  std::string name;  ///< of the repeat, and of the last of these
  std::string policy;
  std::size_t first = 0;                            ///< position of the first of them among the workload's entries
  std::size_t count = 1;                            ///< how many they are, ≥ 1
  SplitRun run;                                     ///< as predicted of the task alone
  std::int64_t threads = 1;                         ///< of the CPU
  Millis whole{0};                                  ///< what the task takes alone where the GPU does all of it
  bool rate_assumed = false;                        ///< of the CPU: then there is a range
  std::optional<std::array<Millis, 2>> range = {};  ///< of the run, over that of the rate: see kCpuRateFactor
  Millis overhead{0};                               ///< of the CPU in a step, within the times of the run
  bool overhead_assumed = false;
};

/// What an assumed rate of its CPU is called.
inline std::string cpu_rate_path(const SplitTask& split) {
  return "tasks." + split.task + ".cpu.rate";
}

}  // namespace warpshop
