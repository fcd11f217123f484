#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/assumed_factor.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/split_run.hpp"

namespace warpshop {

/// What a policy comes to. Times without noise are of one run; measured ones of the run of median length.
struct SplitResult {
  std::string policy;
  SplitRun predicted;
  std::optional<std::array<Millis, 2>> range = {};  ///< of its time, over the range of an assumed CPU rate
  std::optional<SplitRun> measured = {};

  const SplitRun& run() const { return measured ? *measured : predicted; }
  Millis total() const { return run().total(); }
};

/// One side without the other.
struct AloneTimes {
  Millis cpu{0};
  Millis gpu{0};
};

/// Where the CPU's rate is from.
enum class CpuRateFrom : std::uint8_t { given, assumed, measured };

constexpr std::string_view name(CpuRateFrom from) {
  constexpr std::array<std::string_view, 3> kNames{"given", "assumed", "measured"};
  return kNames[static_cast<std::size_t>(from)];
}

/// An SM does as much as so many threads of a CPU, where nobody says how fast the CPU is, and the ends of that: *ours*.
/// Lee et al. (ISCA 2010) found 0.7 to 15 times, 2.5 on average, for a GPU of 240 lanes beside four cores: a core is
/// 4 to 86 lanes, 24 on average, and an SM has 128 by now.
inline constexpr double kThreadsOfAnSm = 8;
inline constexpr std::array<double, 2> kThreadsOfAnSmRange{2, 32};
/// The same of the CPU's rate.
inline constexpr AssumedFactor kCpuRateFactor{kThreadsOfAnSm / kThreadsOfAnSmRange[1],
                                              kThreadsOfAnSm / kThreadsOfAnSmRange[0]};

/// Whether a path is a cpu_rate_path().
inline bool is_cpu_rate(std::string_view path) {
  return path.ends_with(".cpu.rate");
}

/// One kernel over CPU and GPU, by every policy that was asked for.
struct SplitComparison {
  std::string kernel;
  std::int64_t elements = 0;
  std::int64_t iteration = 1;           ///< elements that stay together
  std::string device;                   ///< name of the profile; empty: none, the GPU's times are given
  std::string backend = {}, chip = {};  ///< of what was measured; empty: nothing was
  unsigned cpu_threads = 1;
  ElementsPerSecond cpu_rate;  ///< of one thread
  CpuRateFrom cpu_rate_from = CpuRateFrom::given;
  Millis cpu_overhead{0};
  bool cpu_overhead_assumed = false;
  double noise = 0;            ///< deviation
  AloneTimes predicted_alone;  ///< without noise
  std::optional<AloneTimes> measured_alone = {};
  SplitStep best;                     ///< of one step, predicted, without noise
  std::vector<SplitResult> policies;  ///< best first, equal ones in the order of the registry
  std::optional<bool> correct = {};   ///< results of the GPU are those of the CPU; nothing: not checked
  Basis basis = {};
  Origin origin = {};

  const AloneTimes& alone() const { return measured_alone ? *measured_alone : predicted_alone; }
};

}  // namespace warpshop
