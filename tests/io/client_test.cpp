// What a client in a file becomes: a Client, and tasks.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

std::string file_with(const std::string& clients) {
  return "schema: warpshop.workload/1\nname: test\nhorizon: 60 s\nclients:\n" + clients;
}

Workload parsed(const std::string& text) {
  std::istringstream stream(text);
  return parse_workload(stream, "file");
}

/// A client whose entry has these keys beside a name and, unless they say otherwise, a request.
Client client_with(const std::string& keys, const std::string& request = "{kernel: 1 ms}") {
  return parsed(file_with("  - {name: a, request: " + request + ", " + keys + "}\n")).clients.all.at(0);
}

template <class Kind>
Kind arrivals(const std::string& text) {
  return std::get<Kind>(client_with("arrivals: " + text).arrivals);
}

Goal goal(const std::string& text) {
  return client_with("arrivals: {closed: 1}, goal: " + text).goal.value();
}

/// The tasks of clients, as the file of a batch that somebody wrote.
std::string tasks_of(const std::string& clients) {
  Workload workload = parsed(file_with(clients));
  workload.clients = {};
  std::ostringstream out;
  write_workload(out, workload);
  return out.str().substr(out.str().find("tasks:\n") + 7);
}

const std::string kChatBesideVision =
    "  - name: chat\n"
    "    arrivals: {poisson: 40 /s}\n"
    "    request: [{h2d: 2 MiB, kernel: {time: 12 ms, ctas: 2000, threads: 256, category: memory_bound}, d2h: 64 "
    "KiB}]\n"
    "    goal: {latency: 50 ms, quantile: 95 %}\n"
    "    streams: 2\n"
    "    priority: 3\n"
    "    credit: 512\n"
    "    cpu_credit: 1\n"
    "    demand: [{part: 90 %, mean: 0.5}, {part: 10 %, mean: 5.5}]\n"
    "  - {name: vision, arrivals: {closed: 3, think: {exponential: 1 ms}}, request: {kernel: 9 ms}}\n";

TEST(Clients, AreWhatTheirEntriesSay) {
  const Workload workload = parsed(file_with(kChatBesideVision));
  EXPECT_EQ(workload.clients.horizon, Millis{60'000});
  ASSERT_EQ(workload.clients.all.size(), 2U);
  EXPECT_EQ(workload.clients.all[0], (Client{.name = "chat",
                                             .tasks = {0, 2},
                                             .streams = 2,
                                             .arrivals = PoissonArrivals{{40}},
                                             .demand = {{0.9, 0.5}, {0.1, 5.5}},
                                             .goal = LatencyGoal{Millis{50}, 0.95},
                                             .kind = ClientClass::online,
                                             .priority = 3,
                                             .credit = 512,
                                             .cpu_credit = 1}));
  EXPECT_EQ(workload.clients.all[1], (Client{.name = "vision",
                                             .tasks = {2, 1},
                                             .arrivals = ClosedArrivals{3, Millis{1}, true},
                                             .kind = ClientClass::offline}));
  EXPECT_EQ(workload.clients.all[0].mark.line, 5U);
  EXPECT_EQ(workload.clients.all[1].mark.line, 14U);
  EXPECT_EQ(workload.clients.all[1].credit, 1024U);
  EXPECT_EQ(workload.clients.all[1].cpu_credit, 256U);
  ASSERT_EQ(workload.tasks.size(), 3U);
  EXPECT_EQ(std::get<KernelShape>(workload.tasks[1].kernel->work).category, Category::memory_bound);
  EXPECT_EQ(workload.tasks[1].mark.line, 7U) << "where errors of the task are";
}

TEST(Clients, MayStandInAnyOrderOfKeys) {
  EXPECT_EQ(parsed("clients:\n  - {request: {kernel: 1 ms}, arrivals: {at_once: 2}, name: a}\nhorizon: 1 s\nname: b\n"
                   "schema: warpshop.workload/1\n")
                .clients.all.at(0),
            (Client{.name = "a", .tasks = {0, 1}, .arrivals = ArrivalsAtOnce{2}, .kind = ClientClass::offline}));
}

TEST(Clients, ArriveInFiveWays) {
  EXPECT_EQ(arrivals<PoissonArrivals>("{poisson: 0.3 /ms}").rate, (PerSecond{300}));
  EXPECT_EQ(arrivals<PoissonArrivals>("{poisson: 1e-12 /ns}").rate, (PerSecond{0.001}));
  EXPECT_EQ(arrivals<PeriodicArrivals>("{every: 25 ms}"), (PeriodicArrivals{Millis{25}, Millis{0}}));
  EXPECT_EQ(arrivals<PeriodicArrivals>("{offset: 5 ms, every: 1 s}"), (PeriodicArrivals{Millis{1000}, Millis{5}}));
  EXPECT_EQ(arrivals<ClosedArrivals>("{closed: 1}"), (ClosedArrivals{1, Millis{0}, false}));
  EXPECT_EQ(arrivals<ClosedArrivals>("{closed: 100000, think: 1 us}"), (ClosedArrivals{100'000, Millis{0.001}, false}));
  EXPECT_EQ(arrivals<ClosedArrivals>("{closed: 2, think: {exponential: 4 ms}}"), (ClosedArrivals{2, Millis{4}, true}));
  EXPECT_EQ(arrivals<ArrivalsAtOnce>("{at_once: 10000000}").requests, 10'000'000U);
  EXPECT_EQ(arrivals<RecordedArrivals>("{recorded: [0 ms, 1 us, 1 us, 2 s]}").times,
            (std::vector{Millis{0}, Millis{0.001}, Millis{0.001}, Millis{2000}}));
}

TEST(Clients, HaveRecordedArrivalsInAFileBesideTheWorkload) {
  const test::ScratchFolder folder;
  folder.write("arrivals/units.csv", "# of a server\r\n0 ms\r\n  1500 us \r\n\r\n2.5 ms\n");
  folder.write("arrivals/header.csv", "\narrival_ms\n0\n1.5\n2.5");
  for (const std::string name : {"units.csv", "header.csv"}) {
    folder.write("w.yaml",
                 file_with("  - {name: a, arrivals: {recorded: arrivals/" + name + "}, request: {d2h: 1 MB}}"));
    EXPECT_EQ(read_workload(folder / "w.yaml").clients.all.at(0).arrivals,
              Arrivals(RecordedArrivals{{Millis{0}, Millis{1.5}, Millis{2.5}}}))
        << name;
  }
}

TEST(Clients, HaveOneOfThreeGoals) {
  EXPECT_EQ(goal("{latency: 50 ms}"), Goal(LatencyGoal{Millis{50}, 0.99}));
  EXPECT_EQ(goal("{latency: 1 s, quantile: 99.9 %}"), Goal(LatencyGoal{Millis{1000}, 0.999}));
  EXPECT_EQ(goal("{rate: 40 /s}"), Goal(RateGoal{{40}}));
  EXPECT_EQ(goal("{fps: 29.97}"), Goal(RateGoal{{29.97}}));
  EXPECT_EQ(goal("{speed: 70 %}"), Goal(SpeedGoal{0.7}));
  EXPECT_EQ(goal("{share: 100 %}"), Goal(SpeedGoal{1}));
  EXPECT_EQ(client_with("arrivals: {closed: 1}").goal, std::nullopt);
}

TEST(Clients, AreOnlineIfTheyHaveAGoalOfLatencyOrSayIt) {
  const auto kind = [](const std::string& keys) { return client_with("arrivals: {closed: 1}" + keys).kind; };
  EXPECT_EQ(kind(""), ClientClass::offline);
  EXPECT_EQ(kind(", goal: {rate: 1 /s}"), ClientClass::offline);
  EXPECT_EQ(kind(", goal: {latency: 1 ms}"), ClientClass::online);
  EXPECT_EQ(kind(", class: online"), ClientClass::online);
  EXPECT_EQ(kind(", goal: {latency: 1 ms}, class: offline"), ClientClass::offline);
}

TEST(Clients, MayReserveSmsOrHaveAQuotaOfThem) {
  const auto client = [](const std::string& keys) { return client_with("arrivals: {closed: 1}" + keys); };
  EXPECT_EQ(client(", reservation: 2.5 SMs").reservation, (SmAmount{2'500'000}));
  EXPECT_EQ(client(", reservation: 2.5 SMs").quota, std::nullopt);
  EXPECT_EQ(client(", reservation: 2.5 SMs").kind, ClientClass::online);
  EXPECT_EQ(client(", reservation: 1 SM, goal: {rate: 1 /s}").kind, ClientClass::online);
  EXPECT_EQ(client(", quota: 0.000001 SM").quota, (SmAmount{1}));
  EXPECT_EQ(client(", quota: 2000 SMs").quota, (SmAmount{2'000'000'000}));
  EXPECT_EQ(client(", quota: 2000 SMs").kind, ClientClass::offline);
  EXPECT_EQ(client(", quota: 1e-3 SMs, goal: {latency: 1 ms}, class: offline").quota, (SmAmount{1000}));
}

TEST(Clients, OfExponentialDemandHaveOnePartOfMeanOne) {
  EXPECT_EQ(client_with("arrivals: {closed: 1}, demand: exponential").demand, (Demand{{1, 1}}));
  EXPECT_EQ(client_with("arrivals: {closed: 1}, demand: [{part: 100 %, mean: 1}]").demand, (Demand{{1, 1}}));
  EXPECT_EQ(client_with("arrivals: {closed: 1}").demand, Demand{});
  const Demand thirds = client_with(
                            "arrivals: {closed: 1}, demand: [{part: 33.3 %, mean: 1}, {part: 33.3 %, mean: 2}, "
                            "{part: 33.4 %, mean: 3}]")
                            .demand;
  EXPECT_EQ(thirds.size(), 3U) << "whatever rounding makes of the sum";
}

TEST(ClientsTasks, OfOneStreamAndOneTaskHaveTheNameOfTheClient) {
  EXPECT_EQ(tasks_of("  - {name: a, arrivals: {closed: 1}, request: [{h2d: 1 ms, host: 2 MiB}]}\n"
                     "  - {name: b, family: a, arrivals: {closed: 1}, request: {kernel: 2 ms}, streams: 1}\n"),
            "  - {name: a, h2d: {time: 1 ms}, host: 2 MiB, family: a}\n"
            "  - {name: b, kernel: 2 ms, family: a}\n");
}

TEST(ClientsTasks, OfSeveralStreamsStandOneStreamBehindTheOther) {
  EXPECT_EQ(tasks_of("  - {name: a, arrivals: {closed: 1}, request: {kernel: 2 ms}, streams: 3}\n"
                     "  - {name: b, arrivals: {closed: 1}, request: [{kernel: 1 ms}, {kernel: 2 ms}], streams: 2}\n"),
            "  - {name: a@1, kernel: 2 ms, family: a}\n"
            "  - {name: a@2, kernel: 2 ms, family: a}\n"
            "  - {name: a@3, kernel: 2 ms, family: a}\n"
            "  - {name: b@1/1, kernel: 1 ms, family: b}\n"
            "  - {name: b@1/2, kernel: 2 ms, after: [b@1/1], family: b}\n"
            "  - {name: b@2/1, kernel: 1 ms, family: b}\n"
            "  - {name: b@2/2, kernel: 2 ms, after: [b@2/1], family: b}\n");
}

TEST(ClientsTasks, OfARequestComeOneAfterTheOtherWithTheTimeOfTheHostInTheLag) {
  EXPECT_EQ(tasks_of("  - name: a\n    arrivals: {closed: 1}\n    request:\n"
                     "      - {kernel: 1 ms, host: 5 us}\n"
                     "      - {kernel: 2 ms, host: 2 ms}\n"
                     "      - {kernel: 3 ms, lag: 7 ms}\n"
                     "      - {kernel: 4 ms, lag: 0.5 ms, host: 2 ms}\n"
                     "      - {kernel: 5 ms, lag: 0 ms}\n"
                     "      - {kernel: 6 ms, host: 0 s}\n"
                     "      - {d2h: {bytes: 1 MB, memory: pageable}}\n"),
            "  - {name: a/1, kernel: 1 ms, host: 5 us, family: a}\n"
            "  - {name: a/2, kernel: 2 ms, after: [{task: a/1, lag: 2 ms}], family: a}\n"
            "  - {name: a/3, kernel: 3 ms, after: [{task: a/2, lag: 7 ms}], family: a}\n"
            "  - {name: a/4, kernel: 4 ms, after: [{task: a/3, lag: 2.5 ms}], family: a}\n"
            "  - {name: a/5, kernel: 5 ms, after: [{task: a/4, lag: 0 ns}], family: a}\n"
            "  - {name: a/6, kernel: 6 ms, after: [{task: a/5, lag: 0 ns}], family: a}\n"
            "  - {name: a/7, d2h: {bytes: 1 MB, memory: pageable}, after: [a/6], family: a}\n");
}

TEST(ClientsTasks, AreWhereTheClientSaysTheyAre) {
  const Workload workload =
      parsed(file_with("  - {name: a, arrivals: {closed: 1}, request: {kernel: 2 ms}, streams: 3}\n"
                       "  - {name: b, arrivals: {closed: 1}, request: [{kernel: 1 ms}, {kernel: 2 ms}, {h2d: 1 B}], "
                       "streams: 2}\n"));
  for (const Client& client : workload.clients.all) {
    for (std::uint32_t stream = 0; stream < client.streams; ++stream) {
      for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
        const std::string name = workload.tasks.at(client.tasks.first + stream * client.stages() + stage).name;
        EXPECT_EQ(name, client.name + '@' + std::to_string(stream + 1) +
                            (client.name == "a" ? "" : '/' + std::to_string(stage + 1)));
      }
    }
  }
  EXPECT_EQ(workload.clients.all[1].tasks, (TaskRange{3, 6}));
}

}  // namespace
}  // namespace warpshop::io
