#include "sim/files/sweep_folder.hpp"

#include <gtest/gtest.h>

#include "sim/files/points_writer.hpp"
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
  read_points(folders, [&](std::span<const SweepPoint> points) {
    for (const SweepPoint& point : points) {
      EXPECT_EQ(point.costs[0].cost.count(), static_cast<double>(point.cell * 10 + point.set));
      numbers.push_back(point.cell * 10 + point.set);
    }
  });
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
  std::string more = text;
  more.replace(more.find("\"sets\":10"), 9, "\"sets\":-1");
  scratch.write("f/manifest.json", more);
  EXPECT_THROW(SweepFolder(scratch / "f"), InputError);
}

TEST(SweepFolder, RefusesFilesThatAreDamagedAndLooksAtNoOthers) {
  const test::ScratchFolder scratch;
  const SweepFolder folder(scratch / "f", a_manifest());
  folder.write({0, 20}, points_of({0, 20}));
  const std::filesystem::path file = scratch / "f/0-20.points";
  for (const char* other : {"notes.txt", "0-20.points.old", "a-b.points", "20-20.points", "-5.points", "0-.points"}) {
    scratch.write(std::string("f/") + other, "not ours");
  }
  EXPECT_EQ(read_all({folder}), zero_to_nineteen());
  const std::string bytes = test::content_of(file);
  scratch.write("f/0-20.points", bytes.substr(0, bytes.size() - 1));
  EXPECT_THROW(folder.done(), InputError);
  scratch.write("f/0-20.points", std::string(bytes.size(), 'x'));
  EXPECT_THROW(read_all({folder}), InputError);
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
