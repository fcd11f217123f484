#include "sim/files/sweep_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/files/output_file.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/sweep/manifest.hpp"
#include "sim/model/error.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenFiles{1};
constexpr int kFilesInAll = 100;
/// Of a file: a few MB.
constexpr std::size_t kMostPoints = std::size_t{1} << 15;

std::string points_name(PointRange range) {
  return fmt::format("{}-{}.points", range.first, range.end);
}

/// The range in a name that points_name() gives; nothing: no such name.
std::optional<PointRange> range_in(const std::string& name) {
  PointRange range;
  const char* const end = name.data() + name.size();
  const char* const dash = std::from_chars(name.data(), end, range.first).ptr;
  std::from_chars(std::min(dash + 1, end), end, range.end);
  return range.first < range.end && points_name(range) == name ? std::optional(range) : std::nullopt;
}

/// A regular file, or a link to one. Throws InputError: there is none, or it cannot be read. (A pipe would be waited
/// for.)
std::ifstream opened(const fs::path& file) {
  std::error_code error;
  const bool is_regular = fs::is_regular_file(file, error);
  std::ifstream in;
  if (is_regular) {
    errno = 0;
    in.open(file, std::ios::binary);
    error.assign(errno, std::generic_category());
  }
  if (!in.is_open()) {
    throw InputError(file.string(), {},
                     fmt::format("cannot be read ({}), expected what a sweep wrote there",
                                 error ? error.message() : "Not a regular file"));
  }
  return in;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in = opened(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

SweepManifest manifest_in(const fs::path& folder) {
  const fs::path file = folder / kManifestName;
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::not_found) {
    throw InputError(folder.string(), {},
                     fmt::format("has no {}, expected the folder of a sweep: warpshop sweep SWEEP.yaml --keep {}",
                                 kManifestName, folder.string()));
  }
  return io::parse_manifest(bytes_of(file), file.string());
}

void check_same(const SweepManifest& here, const fs::path& folder, const SweepManifest& there, std::string_view other) {
  if (const std::string what = io::difference(here, there); !what.empty()) {
    throw InputError(folder.string(), {},
                     fmt::format("holds points of another sweep than {} ({}), expected the same", other, what));
  }
}

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

SweepFolder::SweepFolder(fs::path folder, const SweepManifest& manifest)
    : folder_(std::move(folder)), manifest_(manifest) {
  std::error_code error;
  std::error_code ignored;
  for (fs::path each = folder_; !each.empty() && !fs::exists(each, ignored); each = each.parent_path()) {
    made_.push_back(each);
  }
  fs::create_directories(folder_, error);
  if (error && !fs::is_directory(folder_, ignored)) {
    throw InputError(folder_.string(), {},
                     "cannot be made (" + error.message() + "), expected a folder, or the name of a new one");
  }
  if (!fs::exists(folder_ / kManifestName, ignored)) {
    OutputFile out(folder_ / kManifestName, FileKind::manifest);
    out.stream() << io::manifest_text(manifest);
    out.commit();
    made_manifest_ = true;
  }
  check_same(manifest_in(folder_), folder_, manifest, "this one");  // another sweep may have been there first
}

void SweepFolder::remove_if_new() const {
  if (!made_manifest_ || !done().empty()) {
    return;
  }
  std::error_code ignored;
  fs::remove(folder_ / kManifestName, ignored);
  for (const fs::path& each : made_) {
    fs::remove(each, ignored);  // not one that holds anything
  }
}

SweepFolder::SweepFolder(fs::path folder) : folder_(std::move(folder)), manifest_(manifest_in(folder_)) {}

std::vector<PointRange> SweepFolder::done() const {
  std::vector<PointRange> done;
  const io::PointsOf of = points_of();
  std::error_code error;
  fs::directory_iterator entry(folder_, error);
  for (; !error && entry != fs::directory_iterator{}; entry.increment(error)) {
    if (const std::optional<PointRange> range = range_in(entry->path().filename().string())) {
      check_file(*range, of);
      done.push_back(*range);
    }
  }
  if (error) {
    throw InputError(folder_.string(), {}, "cannot be read (" + error.message() + "), expected the folder of a sweep");
  }
  std::sort(done.begin(), done.end(), [](const PointRange& a, const PointRange& b) {
    return std::pair(a.first, a.end) < std::pair(b.first, b.end);
  });
  return done;
}

void SweepFolder::check_file(PointRange range, const io::PointsOf& of) const {
  const fs::path file = file_of(range);
  std::ifstream in = opened(file);
  std::string start(io::kLongestHeading, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  io::check_heading(start, of, range, file.string());
  std::error_code error;
  if (range.end > manifest_.points() || fs::file_size(file, error) != io::points_size(of, range)) {
    throw InputError(file.string(), {},
                     "is not as long as its points are, expected it as it was written; without it the sweep makes them "
                     "again");
  }
}

void SweepFolder::write(PointRange range, std::span<const SweepPoint> points) const {
  OutputFile out(file_of(range), FileKind::points);
  out.stream() << io::points_bytes(points_of(), range, points);
  out.commit();
}

std::vector<SweepPoint> SweepFolder::read(PointRange range) const {
  const fs::path file = file_of(range);
  return io::parse_points(bytes_of(file), points_of(), range, file.string());
}

fs::path SweepFolder::file_of(PointRange range) const {
  return folder_ / points_name(range);
}

io::PointsOf SweepFolder::points_of() const {
  return {.sweep = text_key(io::identity(manifest_)),
          .sets = manifest_.head.sets,
          .policies = manifest_.head.policies.size(),
          .most_tasks = manifest_.most_tasks};
}

KeptPoints::KeptPoints(std::span<const SweepFolder> folders) {
  const SweepFolder& first = folders.front();
  std::vector<PointRange> done;
  for (const SweepFolder& folder : folders) {
    check_same(folder.manifest(), folder.path(), first.manifest(), "that in " + first.path().string());
    for (const PointRange& range : folder.done()) {
      kept_.push_back({range, &folder});
      done.push_back(range);
    }
  }
  const std::vector<PointRange> missing = left_of({0, first.manifest().points()}, std::move(done));
  if (!missing.empty()) {
    throw InputError(first.path().string(), {},
                     fmt::format("{} of {} points are missing, the first of them {}, expected all: run the sweep with "
                                 "--keep again, or name the folders of its other shards too",
                                 count_of(missing), first.manifest().points(), missing.front().first));
  }
  std::stable_sort(kept_.begin(), kept_.end(),
                   [](const Kept& a, const Kept& b) { return a.range.first < b.range.first; });
}

std::vector<SweepPoint> KeptPoints::next() {
  while (file_ < kept_.size()) {
    const auto& [range, folder] = kept_[file_++];
    if (range.end > next_) {
      std::vector<SweepPoint> points = folder->read(range);
      points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(next_ - range.first));
      next_ = range.end;
      return points;
    }
  }
  return {};
}

}  // namespace warpshop::files
