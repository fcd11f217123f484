#include "sim/files/points_writer.hpp"

#include <algorithm>

namespace warpshop::files {
namespace {

constexpr std::chrono::seconds kBetweenFiles{1};
constexpr int kFilesInAll = 100;
/// Of a file: a few MB.
constexpr std::size_t kMostPoints = std::size_t{1} << 15;

}  // namespace

void PointsWriter::add(std::span<const SweepPoint> points) {
  const std::uint64_t first = points.front().cell * folder_.manifest().head.sets + points.front().set;
  if (first != first_ + points_.size()) {
    flush();
    first_ = first;
  }
  points_.insert(points_.end(), points.begin(), points.end());
  const Clock::time_point now = Clock::now();
  if (points_.size() >= kMostPoints ||
      now - written_ >= std::max<Clock::duration>(kBetweenFiles, (now - start_) / kFilesInAll)) {
    flush();
  }
}

void PointsWriter::flush() {
  if (!points_.empty()) {
    folder_.write({.first = first_, .end = first_ + points_.size()}, points_);
    first_ += points_.size();
    points_.clear();
  }
  written_ = Clock::now();
}

}  // namespace warpshop::files
