// Requests that are the tasks of another workload, and tasks that stand beside clients.
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/io/mistakes.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

const std::string kTrace =
    "schema: warpshop.workload/1\n"
    "name: alexnet\n"
    "recorded_on: a100\n"
    "tasks:\n"
    "  - {name: copy, h2d: {time: 2 ms, bytes: 1 MiB}, job: load, recorded: {start: 0 ms, end: 2 ms}}\n"
    "  - {name: conv, kernel: 3 ms, job: forward, release: 4 ms, after: copy}\n"
    "  - {name: norm, kernel: 1 ms, job: forward, release: 6 ms, after: {task: conv, lag: 0.5 ms}}\n"
    "  - {name: side, kernel: 2 ms, job: forward, after: [{task: conv, lag: 2 ms}], release: 4 ms}\n"
    "  - {name: out, d2h: {time: 1 ms, bytes: 4 KiB}, job: forward, after: [{task: norm, lag: 0.1 ms}, side]}\n";

std::string file_of(const std::string& request, const std::string& more = "") {
  return "schema: warpshop.workload/1\nname: test\nhorizon: 1 s\nclients:\n"
         "  - {name: net, arrivals: {closed: 1}, request: " +
         request + more + "}\n";
}

class ImportedRequestTest : public testing::Test {
 protected:
  Workload read(const std::string& text) { return read_workload(folder_.write("clients.yaml", text)); }
  /// Without the folder.
  std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      std::string message = error.what();
      const std::string folder = folder_.path().string() + "/";
      for (std::size_t place = 0; (place = message.find(folder)) != std::string::npos;) {
        message.erase(place, folder.size());
      }
      return message;
    }
    return "";
  }

  test::ScratchFolder folder_;
};

TEST_F(ImportedRequestTest, IsTheTasksOfTheJobOneAfterTheOther) {
  folder_.write("traces/alexnet.yaml", kTrace);
  const Workload workload = read(file_of("{workload: traces/alexnet.yaml, job: forward}", ", streams: 2"));
  ASSERT_EQ(workload.clients.all.size(), 1U);
  const Client& client = workload.clients.all[0];
  EXPECT_EQ(client.tasks, (TaskRange{0, 8}));
  EXPECT_EQ(client.stages(), 4U);
  EXPECT_EQ(client.from, (RequestFile{.workload = "traces/alexnet.yaml", .job = "forward"}));
  EXPECT_EQ(workload.recorded_on, "a100");
  const std::vector<Task>& tasks = workload.tasks;
  EXPECT_EQ(tasks[4].name, "net@2/1");
  EXPECT_TRUE(tasks[4].after.empty()) << "what it waits for outside of the job is over";
  EXPECT_EQ(tasks[4].release, Millis{4});  // the first of the job, `out`, is released at 0
  EXPECT_EQ(tasks[5].after, (std::vector<Predecessor>{{.task = "net@2/1", .lag = Millis{0.5}}}));
  EXPECT_EQ(tasks[5].release, Millis{6});
  EXPECT_EQ(tasks[6].after, (std::vector<Predecessor>{{.task = "net@2/1", .lag = Millis{2}}, {.task = "net@2/2"}}))
      << "each comes after the one before it as well";
  EXPECT_EQ(tasks[7].after, (std::vector<Predecessor>{{.task = "net@2/2", .lag = Millis{0.1}}, {.task = "net@2/3"}}));
  EXPECT_EQ(tasks[7].d2h->size, Bytes{4096});
  EXPECT_EQ(tasks[7].family, "net");
  EXPECT_EQ(tasks[7].job, "");
}

TEST_F(ImportedRequestTest, IsAllTasksWithoutAJob) {
  folder_.write("alexnet.yaml", kTrace);
  const Workload workload = read(file_of("{workload: alexnet.yaml}"));
  EXPECT_EQ(workload.clients.all[0].stages(), 5U);
  EXPECT_EQ(workload.tasks[1].after, (std::vector<Predecessor>{{.task = "net/1"}}));
  EXPECT_TRUE(workload.tasks[0].recorded);
}

TEST_F(ImportedRequestTest, WaitsForTheHostBetweenTasks) {
  folder_.write("two.yaml",
                "schema: warpshop.workload/1\nname: two\ntasks:\n  - {name: late, kernel: 1 ms, host: 3 ms, after: "
                "{task: early, lag: 1 ms}}\n  - {name: early, kernel: 2 ms, host: 1 ms}\n");
  const Workload workload = read(file_of("{workload: two.yaml}"));
  ASSERT_EQ(workload.tasks.size(), 2U);
  EXPECT_EQ(std::get<Millis>(workload.tasks[0].kernel->work), Millis{2}) << "who others come after goes first";
  EXPECT_EQ(std::get<Millis>(*workload.tasks[0].host), Millis{1});
  EXPECT_EQ(workload.tasks[1].after, (std::vector<Predecessor>{{.task = "net/1", .lag = Millis{4}}}));
  EXPECT_FALSE(workload.tasks[1].host);
}

TEST_F(ImportedRequestTest, RepeatsFollowEachOther) {
  folder_.write("kernels.yaml",
                "schema: warpshop.workload/1\nname: kernels\ntasks:\n"
                "  - {name: last, kernel: 4 ms, after: {task: gemm, lag: 1 ms}}\n"
                "  - {name: gemm, kernel: 2 ms, count: 3, release: 5 ms, period: 10 ms, after: load}\n"
                "  - {name: load, h2d: 1 ms, release: 3 ms}\n");
  const Workload workload = read(file_of("{workload: kernels.yaml}"));
  EXPECT_EQ(workload.clients.all[0].stages(), 5U);
  const std::vector<Task>& tasks = workload.tasks;
  const std::vector<std::pair<Millis, Millis>> kernels_and_releases{
      {Millis{2}, Millis{5}}, {Millis{2}, Millis{15}}, {Millis{2}, Millis{25}}, {Millis{4}, Millis{0}}};
  for (std::size_t i = 0; i < kernels_and_releases.size(); ++i) {
    EXPECT_EQ(std::get<Millis>(tasks[i + 1].kernel->work), kernels_and_releases[i].first);
    EXPECT_EQ(tasks[i + 1].release, kernels_and_releases[i].second);
    EXPECT_EQ(tasks[i + 1].count, 1U);
    EXPECT_EQ(tasks[i + 1].period, Millis{0});
  }
  EXPECT_EQ(tasks[0].release, Millis{3}) << "`last` is released at 0";
  EXPECT_EQ(tasks[2].after, (std::vector<Predecessor>{{.task = "net/1"}, {.task = "net/2"}}));
  EXPECT_EQ(tasks[4].after, (std::vector<Predecessor>{{.task = "net/4", .lag = Millis{1}}})) << "the last repeat";
  folder_.write("many.yaml",
                "schema: warpshop.workload/1\nname: many\ntasks:\n  - {name: a, kernel: 1 ms, count: 1000001}\n");
  EXPECT_EQ(error_of(file_of("{workload: many.yaml}")),
            "many.yaml:4:5: a request of more than 1000000 tasks with their repeats, expected at most that");
}

TEST_F(ImportedRequestTest, IsWrittenAsItWasRead) {
  folder_.write("alexnet.yaml", kTrace);
  const Workload workload = read(file_of("{workload: alexnet.yaml, job: forward}", ", family: server"));
  std::ostringstream out;
  write_workload(out, workload);
  const Workload again = read(out.str());
  EXPECT_EQ(again.clients, workload.clients);
  EXPECT_EQ(again.recorded_on, workload.recorded_on);
  ASSERT_EQ(again.tasks.size(), workload.tasks.size());
  for (std::size_t i = 0; i < again.tasks.size(); ++i) {
    EXPECT_EQ(again.tasks[i].name, workload.tasks[i].name);
    EXPECT_EQ(again.tasks[i].after, workload.tasks[i].after);
    EXPECT_EQ(again.tasks[i].family, "server");
  }
}

TEST_F(ImportedRequestTest, MistakesAreNamedWhereTheyStand) {
  folder_.write("alexnet.yaml", kTrace);
  EXPECT_EQ(error_of(file_of("{workload: alexnet.yaml, job: backward}")),
            "clients.yaml:5:79: no task of alexnet.yaml is part of the job 'backward', expected 'load', 'forward'");
  EXPECT_EQ(error_of(file_of("{workload: none.yaml}")).substr(0, 17), "clients.yaml:5:60");
  EXPECT_NE(error_of(file_of("{workload: none.yaml}")).find("none.yaml"), std::string::npos);
  EXPECT_EQ(error_of(file_of("{workload: alexnet.yaml, jobs: x}")).substr(0, 15), "clients.yaml:5:");
  folder_.write("broken.yaml", "schema: warpshop.workload/1\nname: x\ntasks:\n  - {name: a, kernel: 1 m}\n");
  EXPECT_EQ(error_of(file_of("{workload: broken.yaml}")).substr(0, 16), "broken.yaml:4:23");
  folder_.write("due.yaml", "schema: warpshop.workload/1\nname: x\ntasks:\n  - {name: a, kernel: 1 ms, due: 9 ms}\n");
  EXPECT_EQ(error_of(file_of("{workload: due.yaml}")),
            "due.yaml:4:5: the due date of the task 'a', which is taken for one of a request, expected it without");
  folder_.write("job.yaml",
                "schema: warpshop.workload/1\nname: x\njobs: [{name: j, due: 9 ms}]\ntasks:\n  - {name: a, kernel: 1 "
                "ms, job: j}\n");
  EXPECT_EQ(error_of(file_of("{workload: job.yaml, job: j}")),
            "job.yaml:3:8: due date, weight or footprint of the job 'j', whose tasks are taken for a request, expected "
            "it without");
  folder_.write("thread.yaml",
                "schema: warpshop.workload/1\nname: x\nsubmit: one_thread\ntasks:\n  - {name: a, kernel: 1 ms}\n");
  EXPECT_EQ(error_of(file_of("{workload: thread.yaml}")),
            "clients.yaml:5:60: its commands are issued by one host thread in the order of the file, which requests do "
            "not do, expected a workload without submit: one_thread");
}

TEST_F(ImportedRequestTest, OfAFileOfClientsIsRefused) {
  EXPECT_EQ(error_of(file_of("{workload: clients.yaml}")),
            "clients.yaml:4:1: clients in a workload whose tasks are those of a request, expected tasks alone");
}

TEST_F(ImportedRequestTest, WasRecordedOnOneDevice) {
  folder_.write("alexnet.yaml", kTrace);
  std::string other = kTrace;
  folder_.write("other.yaml", other.replace(other.find("a100"), 4, "v100"));
  EXPECT_EQ(error_of(file_of("{workload: alexnet.yaml}") +
                     "  - {name: b, arrivals: {closed: 1}, request: {workload: other.yaml}}\n"),
            "clients.yaml:6:47: it was recorded on 'v100', and the requests of another client on 'a100', expected one "
            "device");
}

// Tasks beside clients.

TEST_F(ImportedRequestTest, TasksBesideClientsAskOnceAtTheirRelease) {
  const Workload workload = read(
      "schema: warpshop.workload/1\nname: test\nhorizon: 1 s\n"
      "tasks:\n"
      "  - {name: a, kernel: 1 ms, release: 5 ms, period: 10 ms, count: 2}\n"
      "  - {name: b, h2d: 1 MiB, kernel: 2 ms, family: camera}\n"
      "  - {name: first, kernel: 3 ms, job: step, release: 7 ms}\n"
      "  - {name: second, kernel: 4 ms, job: step, after: {task: first, lag: 1 ms}, host: 2 ms}\n"
      "clients: [{name: c, arrivals: {closed: 1}, request: {kernel: 1 ms}}]\n");
  const std::vector<Client>& clients = workload.clients.all;
  ASSERT_EQ(clients.size(), 5U);
  EXPECT_EQ(clients[0].name, "c");
  EXPECT_EQ(
      clients[1],
      (Client{
          .name = "a#1", .tasks = {1, 1}, .arrivals = RecordedArrivals{{Millis{5}}}, .kind = ClientClass::offline}));
  EXPECT_EQ(clients[2].name, "a#2");
  EXPECT_EQ(clients[2].arrivals, Arrivals{RecordedArrivals{{Millis{15}}}});
  EXPECT_EQ(clients[3].name, "b");
  EXPECT_EQ(clients[3].arrivals, Arrivals{ArrivalsAtOnce{1}});
  EXPECT_EQ(clients[4].name, "step");
  EXPECT_EQ(clients[4].tasks, (TaskRange{4, 2}));
  EXPECT_EQ(clients[4].arrivals, Arrivals{RecordedArrivals{{Millis{7}}}});
  ASSERT_EQ(workload.tasks.size(), 6U);
  EXPECT_EQ(workload.tasks[1].release, Millis{0}) << "the request arrives then";
  EXPECT_EQ(workload.tasks[3].family, "camera");
  EXPECT_EQ(workload.tasks[5].name, "step/2");
  EXPECT_EQ(workload.tasks[5].after, (std::vector<Predecessor>{{.task = "step/1", .lag = Millis{3}}}));
  EXPECT_EQ(workload.tasks[5].family, "step");
  std::ostringstream out;
  write_workload(out, workload);
  const Workload again = read(out.str());
  EXPECT_EQ(again.clients, workload.clients);
}

}  // namespace
}  // namespace warpshop::io
