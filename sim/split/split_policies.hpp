#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/split/split_job.hpp"

namespace warpshop::split {

/// What users may set of the policies.
struct SplitSettings {
  double static_share = 0.5;      ///< of the GPU, of `static`; 0 … 1
  std::int64_t start_part = 128;  ///< the first step of the others is one of so many parts of the job; ≥ 1
  std::int64_t chunk = 1024;      ///< iterations of a step of `split`; ≥ 1
};

/// A way to split a data-parallel job between CPU and GPU (S1 chapter 4).
struct SplitPolicy {
  std::string_view name;
  std::string_view summary;
  /// Asks for steps until nothing is left.
  void (*run)(SplitJob& job, const SplitSettings& settings);
};

/// All of them, in the order of their introduction.
std::span<const SplitPolicy> split_policies();

/// nullptr: there is none of that name.
const SplitPolicy* find_split_policy(std::string_view name);

/// A job of so many iterations (1 … 10^15) from the first to the last.
SplitRun run(const SplitPolicy& policy, std::int64_t iterations, const SplitSettings& settings, const Machine& machine);

/// Steps of `split` in a job at most; in larger ones chunks grow. *Ours*: 10^12 iterations in chunks of 1024 would be
/// 10^9 steps.
inline constexpr std::int64_t kMostChunks = 100'000;

}  // namespace warpshop::split
