// Values of tasks that a sweep puts in, against files that say the same.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

std::string file_of(const std::string& tasks) {
  return "schema: warpshop.workload/1\nname: test\ntasks:\n" + tasks;
}

Workload set(const std::string& text, const std::vector<std::string>& settings) {
  const test::ScratchFolder folder;
  folder.write("w.yaml", text);
  return parse_workload(read_text(folder / "w.yaml"), parse_settings(settings));
}

/// What the tasks take on a device, and what they are called.
void expect_same(const Workload& one, const std::string& tasks) {
  std::istringstream text(file_of(tasks));
  const Workload other = parse_workload(text, "other.yaml");
  const Device device = files::find_device("k20c");
  EXPECT_EQ(task_names(one), task_names(other));
  const Instance first = resolve(one, device);
  const Instance second = resolve(other, device);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (const Stage stage : kStages) {
      EXPECT_EQ(first.jobs[i].alone(stage), second.jobs[i].alone(stage)) << i << ' ' << name(stage);
    }
  }
}

std::string error_of(const std::vector<std::string>& settings) {
  try {
    set(file_of("  - {name: A, kernel: 1 ms}\n"), settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string kTwoTasks =
    "  - {name: A, h2d: 1 MiB, kernel: 1 ms}\n  - {name: A.b, kernel: 2 ms, d2h: {bytes: 4 MiB, memory: pageable}}\n";

TEST(TaskSettings, OfOneTask) {
  expect_same(set(file_of(kTwoTasks), {"A.kernel=7 ms", "A.h2d=3 MiB"}),
              "  - {name: A, h2d: 3 MiB, kernel: 7 ms}\n"
              "  - {name: A.b, kernel: 2 ms, d2h: {bytes: 4 MiB, memory: pageable}}\n");
}

TEST(TaskSettings, OfATaskWithADotInItsName) {
  expect_same(set(file_of(kTwoTasks), {"A.b.d2h.memory=pinned", "A.b.kernel=5 us"}),
              "  - {name: A, h2d: 1 MiB, kernel: 1 ms}\n  - {name: A.b, kernel: 5 us, d2h: 4 MiB}\n");
}

TEST(TaskSettings, OfEveryTaskAndWhatTheyWereWithout) {
  expect_same(
      set(file_of(kTwoTasks), {"*.count=2", "*.h2d=2 MiB", "A.b.d2h="}),
      "  - {name: A, h2d: 2 MiB, kernel: 1 ms, count: 2}\n  - {name: A.b, h2d: 2 MiB, kernel: 2 ms, count: 2}\n");
}

TEST(TaskSettings, BesideAnAmountThatStandsAlone) {
  expect_same(set(file_of(kTwoTasks), {"*.h2d.memory=pageable", "*.d2h.memory=pinned"}),
              "  - {name: A, h2d: {bytes: 1 MiB, memory: pageable}, kernel: 1 ms}\n"
              "  - {name: A.b, kernel: 2 ms, d2h: {bytes: 4 MiB, memory: pinned}}\n");
  const Workload described =
      set(file_of("  - {name: A, h2d: 3 ms, kernel: 1 ms}\n"),
          {"A.h2d.latency=1 ms", "A.h2d.memory=pageable", "A.kernel.ctas=64", "A.kernel.threads=128"});
  const CopySpec& h2d = *described.tasks[0].h2d;
  EXPECT_EQ(std::get<Millis>(h2d.amount), Millis{3});
  EXPECT_EQ(h2d.latency, Millis{1});
  EXPECT_EQ(h2d.memory, Memory::pageable);
  const auto& shape = std::get<KernelShape>(described.tasks[0].kernel->work);
  EXPECT_EQ(shape.time, Millis{1});
  EXPECT_EQ(shape.ctas, 64);
  EXPECT_EQ(shape.cta.threads, 128);
}

TEST(TaskSettings, OfAnAxisAreCalledAfterIt) {
  const test::ScratchFolder folder;
  folder.write("w.yaml", file_of(kTwoTasks));
  const auto said = [&](const std::string& path, const std::string& value) -> std::string {
    try {
      parse_workload(read_text(folder / "w.yaml"), std::vector{axis_setting("tasks." + path, path, value)});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said("A.kernel", "2 kg").find("axis tasks.A.kernel at 2 kg: '2 kg' has the unknown unit 'kg'"), 0);
  EXPECT_EQ(said("B.kernel", "2 ms").find("axis tasks.B.kernel at 2 ms: no task is called so"), 0);
  EXPECT_EQ(said("A..b", "2 ms"),
            "the axis 'A..b' is not the path of a value, expected one such as "
            "transfer.pinned.h2d.alone");
}

TEST(TaskSettings, TheLastOneCounts) {
  expect_same(set(file_of(kTwoTasks), {"*.kernel=3 ms", "A.kernel=4 ms"}),
              "  - {name: A, h2d: 1 MiB, kernel: 4 ms}\n"
              "  - {name: A.b, kernel: 3 ms, d2h: {bytes: 4 MiB, memory: pageable}}\n");
}

TEST(TaskSettings, Mistakes) {
  EXPECT_EQ(
      error_of({"B.kernel=2 ms"}),
      "--set B.kernel=2 ms: no task is called so, or has such a value, expected NAME.PATH, or *.PATH for every task");
  EXPECT_EQ(error_of({"A.h2d=1 MiB", "A=3"}),
            "--set A=3: no task is called so, or has such a value, expected NAME.PATH, or *.PATH for every task");
  EXPECT_NE(error_of({"A.kernel=2 kg"}).find("--set A.kernel=2 kg: '2 kg' has the unknown unit 'kg'"),
            std::string::npos);
  EXPECT_NE(error_of({"A.kernal=2 ms"}).find("kernal"), std::string::npos);
  EXPECT_EQ(error_of({"*.d2h.memory=pinned"}),
            "--set *.d2h.memory=pinned: no task is called so, or has such a value, expected NAME.PATH, or *.PATH for "
            "every task");
  EXPECT_NE(error_of({"A.kernel="}), "");  // a task without a stage
}

}  // namespace
}  // namespace warpshop::io
