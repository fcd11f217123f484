#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/files/sweep_folder.hpp"

namespace warpshop::files {

/// Keeps points as they are made: a file a second, and one a hundredth of the time that has passed, so that what a
/// killed process loses is little, and so is the number of files.
class PointsWriter {
 public:
  /// The folder outlives this.
  explicit PointsWriter(const SweepFolder& folder) : folder_(folder) {}

  /// Points of one cell that stand one after another. Throws as SweepFolder::write().
  void add(std::span<const SweepPoint> points);
  /// Writes those that are not written yet. Call at the end.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;

  const SweepFolder& folder_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point written_ = start_;
  std::uint64_t first_ = 0;  ///< number of the first that is not written
  std::vector<SweepPoint> points_;
};

}  // namespace warpshop::files
