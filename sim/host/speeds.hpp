#pragma once

#include <span>
#include <vector>

#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// What is shared of a processor. S1 5: no hyper-threading.
struct Processor {
  ProcessorPart all{.cores = 12, .ways = 16};
  BytesPerSecond memory{54e9};
};

/// How work depends on cache and memory. All of it assumed (applications.hpp).
struct MemoryUse {
  double part = 0;  ///< time for misses over other time, one core with all ways, memory idle; ≥ 0, > 0 where traffic is
  double most_misses = 1;  ///< with one way over those with all ways, ≥ 1
  BytesPerSecond traffic;  ///< of one core at that speed, ≥ 0
};

/// Work that runs: on so many cores on average, which need not be a whole number, with so many ways on average.
struct Running {
  MemoryUse use;
  double cores = 0;
  double ways = 0;
};

/// Misses with so many ways over those with all of them, linear in 1 / ways: 1 + (most_misses - 1) · (1/ways - 1/all) /
/// (1 - 1/all). Below one way as with one.
double misses(const MemoryUse& use, double ways, int all);

/// How fast each runs, 1 being one core with all ways on an idle memory: cores · (1 + part) / (1 + part · misses · x).
/// A miss takes x = 1 / (1 - u) times as long as on an idle memory where part u of the bandwidth is in use, as requests
/// wait for each other (M/M/1); u is what all move at these speeds. Ours: S1 measures and has no law.
std::vector<double> speeds(const Processor& processor, std::span<const Running> running);

/// Amdahl's law: 1 / (1 - part + part / cores), the cores that are busy on average. cores > 0, 0 ≤ parallel_part ≤ 1.
double busy_cores(double parallel_part, double cores);

}  // namespace warpshop::host
