#include "sim/files/sweep_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/io/sweep/manifest.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

/// Two cells of ten sets.
SweepManifest a_manifest() {
  SweepManifest manifest{.head = {.name = "a", .engine = "fast", .sets = 10}, .most_tasks = 3, .inputs = "0"};
  manifest.head.axes = {{"device", {"x", "y"}}};
  manifest.head.policies = {"fifo"};
  manifest.head.cells.resize(2);
  manifest.head.cells[1].values = {1};
  manifest.head.cells[0].values = {0};
  manifest.set_names = {{.sets = TaskSets::random(4, 3, 10, 7), .names = {"a", "b-c", "d", "e"}, .between = " > "}};
  manifest.names_of_cell = {0, 0};
  manifest.head.origin = {.file = "a.yaml", .seed = 7, .budget = "", .version = "1"};
  return manifest;
}

std::vector<SweepPoint> points_of(PointRange range) {
  std::vector<SweepPoint> points;
  for (std::uint64_t number = range.first; number < range.end; ++number) {
    points.push_back({.cell = number / 10, .set = number % 10, .costs = {{.cost = Millis{double(number)}}}});
  }
  return points;
}

std::vector<std::uint64_t> read_all(const std::vector<SweepFolder>& folders) {
  std::vector<std::uint64_t> numbers;
  KeptPoints kept(folders);
  for (std::vector<SweepPoint> points = kept.next(); !points.empty(); points = kept.next()) {
    for (const SweepPoint& point : points) {
      EXPECT_EQ(point.costs[0].cost.count(), static_cast<double>(point.cell * 10 + point.set));
      numbers.push_back(point.cell * 10 + point.set);
    }
  }
  return numbers;
}

std::vector<std::uint64_t> zero_to_nineteen() {
  std::vector<std::uint64_t> numbers(20);
  for (std::uint64_t i = 0; i < 20; ++i) {
    numbers[i] = i;
  }
  return numbers;
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SweepFolder, GivesEachPointOnceThoughFilesOverlap) {
  const test::ScratchFolder scratch;
  const SweepFolder one(scratch / "one", a_manifest());
  const SweepFolder two(scratch / "two", a_manifest());
  for (const PointRange range : {PointRange{0, 4}, PointRange{2, 9}, PointRange{3, 5}}) {
    one.write(range, points_of(range));
  }
  EXPECT_EQ(one.done().size(), 3);
  EXPECT_NE(message_of([&] {
              read_all({one, two});
            }).find("11 of 20 points are missing, the first of them 9"),
            std::string::npos);
  two.write({8, 20}, points_of({8, 20}));
  EXPECT_EQ(read_all({one, two}), zero_to_nineteen());
  EXPECT_EQ(read_all({two, one}), zero_to_nineteen());
}

TEST(SweepFolder, IsOpenedAgain) {
  const test::ScratchFolder scratch;
  SweepFolder(scratch / "deep/er", a_manifest()).write({0, 20}, points_of({0, 20}));
  const SweepFolder again(scratch / "deep/er", a_manifest());
  EXPECT_EQ(again.done(), (std::vector<PointRange>{{0, 20}}));
  const SweepFolder read(scratch / "deep/er");
  EXPECT_EQ(io::manifest_text(read.manifest()), io::manifest_text(a_manifest()));
  EXPECT_EQ(read_all({read}), zero_to_nineteen());
}

TEST(SweepFolder, OfAnotherSweepIsRefused) {
  const test::ScratchFolder scratch;
  const SweepFolder folder(scratch / "f", a_manifest());
  SweepManifest other = a_manifest();
  other.head.origin.file = "elsewhere/a.yaml";
  const SweepFolder renamed(scratch / "f", other);
  other.head.origin.seed = 8;
  EXPECT_NE(message_of([&] { SweepFolder(scratch / "f", other); }).find("seed '7' there, '8' here"), std::string::npos);
  const SweepFolder elsewhere(scratch / "g", other);
  EXPECT_THROW(read_all({folder, elsewhere}), InputError);
  const std::vector<std::function<void(SweepManifest&)>> changes{
      [](SweepManifest& m) { m.inputs = "1"; },
      [](SweepManifest& m) { m.head.policies = {"neh"}; },
      [](SweepManifest& m) { m.head.origin.version = "2"; },
      [](SweepManifest& m) { m.head.axes[0].values[1] = "z"; },
      [](SweepManifest& m) { m.head.engine = "simgrid"; },
      [](SweepManifest& m) { m.head.sets = 11; },
      [](SweepManifest& m) { m.head.origin.budget = "1 s"; }};
  for (const auto& change : changes) {
    SweepManifest changed = a_manifest();
    change(changed);
    EXPECT_THROW(SweepFolder(scratch / "f", changed), InputError);
  }
}

TEST(SweepFolder, RefusesWhatIsNoManifestOrWasEdited) {
  const test::ScratchFolder scratch;
  EXPECT_THROW(SweepFolder(scratch / "none"), InputError);
  const std::string text = io::manifest_text(a_manifest());
  for (std::size_t at = 0; at < text.size(); ++at) {
    scratch.write("f/manifest.json", text.substr(0, at));
    EXPECT_THROW(SweepFolder(scratch / "f"), InputError) << at;
  }
  for (const char* edited : {"[]", "{}", "1", "{\"schema\":\"warpshop.manifest/1\"}", "[[[[[[[["}) {
    scratch.write("f/manifest.json", edited);
    EXPECT_THROW(SweepFolder(scratch / "f"), InputError);
    EXPECT_THROW(SweepFolder(scratch / "f", a_manifest()), InputError);
    EXPECT_EQ(test::content_of(scratch / "f/manifest.json"), edited);
  }
  for (const auto& [key, value] : {std::pair{"\"sets\":10", "\"sets\":-1"},
                                   {"\"most_tasks\":3", "\"most_tasks\":1000000000000000"},
                                   {"\"most_tasks\":3", "\"most_tasks\":0"}}) {
    std::string edited = text;
    edited.replace(edited.find(key), std::string_view(key).size(), value);
    const std::string file = scratch.write("f/manifest.json", edited);
    const std::string name(std::string_view(key).substr(1, std::string_view(key).find(':') - 2));
    EXPECT_EQ(message_of([&] { SweepFolder(scratch / "f"); }).find(file + ": " + name + " "), 0U) << value;
  }
}

TEST(SweepFolder, WhatIsNoFileIsRefusedAndNotWaitedFor) {
  const test::ScratchFolder scratch;
  const std::vector<std::function<void(const std::filesystem::path&)>> others{
      [](const std::filesystem::path& path) { std::filesystem::create_directory(path); },
      [](const std::filesystem::path& path) { std::filesystem::create_symlink("nowhere", path); },
      [](const std::filesystem::path& path) { std::filesystem::create_symlink(path.filename(), path); },
      [](const std::filesystem::path& path) { ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0); }};
  for (std::size_t i = 0; i < others.size(); ++i) {
    const SweepFolder folder(scratch / "points", a_manifest());
    const std::filesystem::path file = scratch / "points/0-10.points";
    others[i](file);
    EXPECT_EQ(message_of([&] { folder.done(); }).find(file.string() + ": cannot be read ("), 0U) << i;
    std::filesystem::remove(file);
    if (i != 1) {  // where a link points, a manifest is made
      const std::filesystem::path manifest = scratch / ("f" + std::to_string(i));
      std::filesystem::create_directory(manifest);
      others[i](manifest / "manifest.json");
      EXPECT_NE(message_of([&] { SweepFolder(manifest, a_manifest()); }), "") << i;
      EXPECT_NE(message_of([&] { SweepFolder{manifest}; }), "") << i;
    }
  }
  std::filesystem::create_symlink("loop", scratch / "loop");
  for (const std::filesystem::path& folder : {scratch / "loop", scratch / std::string(300, 'x')}) {
    EXPECT_NE(message_of([&] { SweepFolder(folder, a_manifest()); }).find("cannot be made ("), std::string::npos);
    EXPECT_NE(message_of([&] { SweepFolder{folder}; }).find("cannot be read ("), std::string::npos);
  }
}

TEST(SweepFolder, WithoutPermissionIsRefused) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root may read everything";
  }
  const test::ScratchFolder scratch;
  const SweepFolder folder(scratch / "f", a_manifest());
  folder.write({0, 20}, points_of({0, 20}));
  for (const mode_t mode : {0000U, 0100U, 0400U}) {
    ::chmod((scratch / "f").c_str(), mode);
    EXPECT_THROW(folder.done(), InputError) << mode;
    EXPECT_THROW(SweepFolder(scratch / "f", a_manifest()).done(), InputError) << mode;
  }
  ::chmod((scratch / "f").c_str(), 0700);
}

TEST(SweepFolder, RefusesFilesThatAreDamagedAndLooksAtNoOthers) {
  const test::ScratchFolder scratch;
  const SweepFolder folder(scratch / "f", a_manifest());
  folder.write({0, 20}, points_of({0, 20}));
  const std::filesystem::path file = scratch / "f/0-20.points";
  for (const char* other : {"notes.txt", "0-20.points.old", "a-b.points", "20-20.points", "-5.points", "0-.points",
                            "00-20.points", "0-020.points", "0-20.points ", "99999999999999999999-20.points"}) {
    scratch.write(std::string("f/") + other, "not ours");
  }
  EXPECT_EQ(read_all({folder}), zero_to_nineteen());
  const std::string bytes = test::content_of(file);
  scratch.write("f/0-20.points", bytes.substr(0, bytes.size() - 1));
  EXPECT_THROW(folder.done(), InputError);
  std::string damaged = bytes;
  damaged[100] ^= 1;
  scratch.write("f/0-20.points", damaged);
  EXPECT_EQ(folder.done().size(), 1);
  EXPECT_THROW(read_all({folder}), InputError);
  scratch.write("f/0-20.points", std::string(bytes.size(), 'x'));
  EXPECT_NE(message_of([&] { folder.done(); }).find("does not hold points 0 to 20 of this sweep"), std::string::npos);
  EXPECT_THROW(folder.write({0, 20}, points_of({0, 20})), InputError);  // not ours any more
  scratch.write("f/0-20.points", bytes);
  scratch.write("f/0-21.points", bytes);
  EXPECT_THROW(folder.done(), InputError);
}

TEST(PointsWriter, WritesRunsOfPointsAsTheyCome) {
  const test::ScratchFolder scratch;
  const SweepFolder folder(scratch / "f", a_manifest());
  PointsWriter writer(folder);
  writer.add(points_of({3, 5}));
  writer.add(points_of({5, 9}));
  writer.add(points_of({12, 20}));
  EXPECT_EQ(folder.done(), (std::vector<PointRange>{{3, 9}}));
  writer.flush();
  writer.flush();
  EXPECT_EQ(folder.done(), (std::vector<PointRange>{{3, 9}, {12, 20}}));
}

}  // namespace
}  // namespace warpshop::files
