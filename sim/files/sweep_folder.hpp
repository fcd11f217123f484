#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "sim/io/sweep/points.hpp"
#include "sim/model/point_range.hpp"
#include "sim/model/sweep_manifest.hpp"

namespace warpshop::files {

/// Of the file in such a folder that says what its points are of.
inline constexpr std::string_view kManifestName = "manifest.json";

/// A folder that keeps the points of a sweep as they are made, so that a sweep which was stopped goes on where it was,
/// and several processes share one: `manifest.json`, and files `FIRST-END.points`, each written whole or not at all.
class SweepFolder {
 public:
  /// One to write to: makes the folder and its manifest; of several sweeps at once the first has it. Throws InputError:
  /// it is of another sweep (and in what), no folder, cannot be read or written.
  SweepFolder(std::filesystem::path folder, const SweepManifest& manifest);
  /// Where the sweep is refused after all: removes what the constructor made, unless there is more in it by now.
  void remove_if_new() const;
  /// One to read. Throws InputError: no manifest there, or it is none.
  explicit SweepFolder(std::filesystem::path folder);

  const SweepManifest& manifest() const { return manifest_; }
  const std::filesystem::path& path() const { return folder_; }

  /// Which points are there, by the names of their files, `128-256.points`; other names are not looked at. Throws
  /// InputError: a file that starts otherwise, or is not as long as its points are; what is no file.
  std::vector<PointRange> done() const;
  /// Keeps points, and returns when they are on the disk. Throws std::runtime_error: they cannot be written.
  void write(PointRange range, std::span<const SweepPoint> points) const;
  /// Points of one of done(). Throws InputError: see io::parse_points().
  std::vector<SweepPoint> read(PointRange range) const;

 private:
  void check_file(PointRange range, const io::PointsOf& of) const;
  std::filesystem::path file_of(PointRange range) const;
  io::PointsOf points_of() const;

  std::filesystem::path folder_;
  SweepManifest manifest_;
  bool made_manifest_ = false;
  std::vector<std::filesystem::path> made_;  ///< folders, the innermost first
};

/// Every point of a sweep, each once, out of folders that keep it; a file at a time is in memory.
class KeptPoints {
 public:
  /// folders outlive it. Throws InputError: folders of different sweeps, points that are in none (which and where to
  /// get them).
  explicit KeptPoints(std::span<const SweepFolder> folders);

  /// The next ones, in their order; none: that was all. Throws InputError as SweepFolder::read().
  std::vector<SweepPoint> next();

 private:
  struct Kept {
    PointRange range;
    const SweepFolder* folder;
  };

  std::vector<Kept> kept_;  ///< by where they start
  std::size_t file_ = 0;    ///< the next one
  std::uint64_t next_ = 0;  ///< number of the first point that was not read
};

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
