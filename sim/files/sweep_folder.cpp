#include "sim/files/sweep_folder.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
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

constexpr std::string_view kManifestName = "manifest.json";
constexpr std::string_view kPointsEnding = ".points";

/// The range in a name like `128-256.points`; nothing: no such name.
std::optional<PointRange> range_in(const std::string& name) {
  PointRange range;
  const char* const end = name.data() + name.size();
  const auto first = std::from_chars(name.data(), end, range.first);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') {
    return std::nullopt;
  }
  const auto last = std::from_chars(first.ptr + 1, end, range.end);
  if (last.ec != std::errc{} || std::string_view(last.ptr, end) != kPointsEnding || range.first >= range.end) {
    return std::nullopt;
  }
  return range;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw InputError(file.string(), {}, "cannot be read, expected what a sweep wrote there");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

SweepManifest manifest_in(const fs::path& folder) {
  const fs::path file = folder / kManifestName;
  std::error_code error;
  if (!fs::exists(file, error)) {
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

SweepFolder::SweepFolder(fs::path folder, const SweepManifest& manifest)
    : folder_(std::move(folder)), manifest_(manifest) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error && !fs::is_directory(folder_)) {
    throw InputError(folder_.string(), {},
                     "cannot be made (" + error.message() + "), expected a folder, or the name of a new one");
  }
  if (fs::exists(folder_ / kManifestName)) {
    const SweepManifest found = manifest_in(folder_);
    check_same(found, folder_, manifest, "this one");
    return;
  }
  OutputFile out(folder_ / kManifestName);
  out.stream() << io::manifest_text(manifest);
  out.commit();
}

SweepFolder::SweepFolder(fs::path folder) : folder_(std::move(folder)), manifest_(manifest_in(folder_)) {}

std::vector<PointRange> SweepFolder::done() const {
  std::vector<PointRange> done;
  const io::PointsOf of = points_of();
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::optional<PointRange> range = range_in(entry.path().filename().string());
    if (!range) {
      continue;
    }
    if (range->end > manifest_.points() || entry.file_size() != io::points_size(of, *range)) {
      throw InputError(entry.path().string(), {},
                       "is not as long as its points are, expected it as it was written; without it the sweep makes "
                       "them again");
    }
    done.push_back(*range);
  }
  std::sort(done.begin(), done.end(), [](const PointRange& a, const PointRange& b) {
    return std::pair(a.first, a.end) < std::pair(b.first, b.end);
  });
  return done;
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
  return folder_ / fmt::format("{}-{}{}", range.first, range.end, kPointsEnding);
}

io::PointsOf SweepFolder::points_of() const {
  return {.sweep = text_key(io::identity(manifest_)),
          .sets = manifest_.head.sets,
          .policies = manifest_.head.policies.size(),
          .most_tasks = manifest_.most_tasks};
}

void read_points(std::span<const SweepFolder> folders, const std::function<void(std::span<const SweepPoint>)>& take) {
  struct Kept {
    PointRange range;
    const SweepFolder* folder;
  };
  const SweepFolder& first = folders.front();
  std::vector<Kept> kept;
  std::vector<PointRange> done;
  for (const SweepFolder& folder : folders) {
    check_same(folder.manifest(), folder.path(), first.manifest(), "that in " + first.path().string());
    for (const PointRange& range : folder.done()) {
      kept.push_back({range, &folder});
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
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Kept& a, const Kept& b) { return a.range.first < b.range.first; });
  std::uint64_t next = 0;
  for (const auto& [range, folder] : kept) {
    if (range.end > next) {
      const std::vector<SweepPoint> points = folder->read(range);
      take(std::span(points).subspan(next - range.first));
      next = range.end;
    }
  }
}

}  // namespace warpshop::files
