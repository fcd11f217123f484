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

Client client_set(const std::string& client, const std::vector<std::string>& settings) {
  return set("schema: warpshop.workload/1\nname: test\nhorizon: 1 s\nclients:\n  - {name: a, arrivals: {closed: 1}, "
             "request: {h2d: 1 B}}\n  - {name: b, " +
                 client + "}\n",
             settings)
      .clients.all.at(1);
}

TEST(ClientSettings, OfOneClient) {
  const std::string client =
      "arrivals: {poisson: 1 /s}, request: {kernel: 1 ms}, goal: {latency: 5 ms, quantile: 90 %}";
  EXPECT_EQ(client_set(client, {"b.arrivals.poisson=40 /s"}).arrivals, Arrivals(PoissonArrivals{{40}}));
  EXPECT_EQ(client_set(client, {"b.arrivals={every: 2 ms}"}).arrivals, Arrivals(PeriodicArrivals{Millis{2}, {}}));
  EXPECT_EQ(client_set(client, {"b.goal.latency=7 ms"}).goal, Goal(LatencyGoal{Millis{7}, 0.9}));
  EXPECT_EQ(client_set(client, {"b.goal="}).goal, std::nullopt);
  EXPECT_EQ(client_set(client, {"b.demand=exponential"}).demand, (Demand{{1, 1}}));
  EXPECT_EQ(client_set(client, {"a.streams=3"}).streams, 1U);
}

TEST(ClientSettings, OfEveryClientThatHasSuchAValue) {
  const std::string client = "arrivals: {poisson: 1 /s}, request: {kernel: 1 ms}, goal: {latency: 5 ms}";
  EXPECT_EQ(client_set(client, {"*.streams=3"}).tasks, (TaskRange{3, 3}));
  EXPECT_EQ(client_set(client, {"*.arrivals.poisson=2 /s"}).arrivals, Arrivals(PoissonArrivals{{2}}));
  EXPECT_EQ(client_set(client, {"*.arrivals.closed=2"}).arrivals, Arrivals(PoissonArrivals{{1}}))
      << "that is a's alone";
  EXPECT_EQ(client_set(client, {"*.goal.latency=6 ms"}).goal, Goal(LatencyGoal{Millis{6}}));
}

TEST(ClientSettings, OfTasksOfARequest) {
  const auto tasks = [](const std::string& request, const std::string& setting) {
    return set("schema: warpshop.workload/1\nname: test\nhorizon: 1 s\nclients:\n  - {name: b, arrivals: {closed: 1}, "
               "request: " +
                   request + "}\n",
               {setting})
        .tasks;
  };
  const auto kernel = [](const Task& task) { return *given_time(*task.kernel); };
  EXPECT_EQ(kernel(tasks("{kernel: 1 ms}", "b.request.kernel=7 ms")[0]), Millis{7});
  EXPECT_EQ(kernel(tasks("[{kernel: 1 ms}]", "*.request.kernel.time=7 ms")[0]), Millis{7});
  EXPECT_EQ(kernel(tasks("{kernel: 1 ms}", "b.request.1.kernel=7 ms")[0]), Millis{7});
  EXPECT_EQ(kernel(tasks("[{kernel: 1 ms}, {kernel: 2 ms}]", "b.request.2.kernel=7 ms")[0]), Millis{1});
  EXPECT_EQ(kernel(tasks("[{kernel: 1 ms}, {kernel: 2 ms}]", "b.request.2.kernel=7 ms")[1]), Millis{7});
  EXPECT_EQ(tasks("[{kernel: 1 ms}, {h2d: 2 MB}]", "b.request.2.h2d.memory=pageable")[1].h2d->memory, Memory::pageable);
  EXPECT_EQ(tasks("{kernel: 1 ms}", "b.request=[{d2h: 1 B}, {kernel: 3 ms}]").size(), 2U);
}

TEST(ClientSettings, Mistakes) {
  const auto said = [](const std::string& setting) -> std::string {
    try {
      client_set("arrivals: {poisson: 1 /s}, request: [{kernel: 1 ms}, {kernel: 1 ms}]", {setting});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said("c.streams=2"),
            "--set c.streams=2: no client is called so, or has such a value, expected NAME.PATH, or *.PATH for every "
            "client");
  EXPECT_EQ(said("b.kernel=2 ms"),
            "--set b.kernel=2 ms: no client is called so, or has such a value, expected NAME.PATH, or *.PATH for every "
            "client");
  EXPECT_EQ(said("b.streams=0"), "--set b.streams=0: '0' is out of range, expected 1 to 100000");
  EXPECT_NE(said("b.arrivals.every=2 ms").find("w.yaml:6:25: a map has poisson and every, expected one of them"),
            std::string::npos);
  EXPECT_EQ(said("b.request.kernel=2 ms"),
            "--set b.request.kernel=2 ms: there is no such point in the list, expected one that is there, or the list");
  EXPECT_EQ(said("*.goal.latency=2 ms"),
            "--set *.goal.latency=2 ms: no client is called so, or has such a value, expected NAME.PATH, or *.PATH for "
            "every client");
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
