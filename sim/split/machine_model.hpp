#pragma once

#include <cstdint>
#include <functional>

#include "sim/model/split_run.hpp"
#include "sim/split/split_job.hpp"

namespace warpshop::split {

/// Threads of a CPU on their part of a step: overhead + n / (threads · rate). Linear in threads, which is what they do
/// at most: memory that they share makes them slower.
struct CpuModel {
  ElementsPerSecond per_thread;  ///< of iterations; > 0
  int threads = 1;               ///< ≥ 1
  Millis overhead{0};            ///< to start threads and wait for them; ≥ 0

  Millis time(std::int64_t iterations) const;  ///< 0 of none
};

/// How long a GPU takes for so many iterations, launch and copies with them; 0 of none.
using GpuModel = std::function<Millis(std::int64_t iterations)>;

/// o + (n + h) / R: *ours* (S1 prints no formula). h: iterations that any step costs beside its own, as a device that
/// is not full takes as long for few as for more. rate > 0; overhead, extra ≥ 0.
GpuModel affine_gpu(Millis overhead, ElementsPerSecond rate, std::int64_t extra = 0);

/// Seeded noise: each time is multiplied by e^(deviation · z), z of the normal distribution, drawn by step and side.
/// The same steps after the start take the same times.
struct Noise {
  double deviation = 0;  ///< ≥ 0
  std::uint64_t seed = 1;
};

/// A machine at its start: each counts its own steps.
Machine simulated(const CpuModel& cpu, GpuModel gpu, const Noise& noise = {});

/// The parts of one step for the whole job that ends first, without noise, both alone included, and how long it takes.
/// No policy is faster where a GPU takes no longer for two parts at once than one after the other. Times do not fall
/// with n. O(log iterations).
SplitStep best_split(std::int64_t iterations, const CpuModel& cpu, const GpuModel& gpu);

}  // namespace warpshop::split
