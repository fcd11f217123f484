#include <string>

#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

#define HEAD "schema: warpshop.workload/1\nname: x\n"
#define ONE "clients: [{name: a, arrivals: {closed: 1}, request: {kernel: 1 ms}}]\n"

/// text: what follows two lines of a file.
class ClientsMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ClientsMistake, IsNamedWhereItStands) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(HEAD + std::string{text}), "file:" + std::string{message});
}

INSTANTIATE_TEST_SUITE_P(
    Beside, ClientsMistake,
    testing::Values(
        Mistake{
            "tasks:\n  - {name: b, kernel: 1 ms}\n  - {name: c, kernel: 1 ms, after: b}\nhorizon: 1 s\n" ONE,
            "5:5: the task 'c' stands beside clients, and waits for another, expected job: beside both, or a client "
            "with both"},
        Mistake{"tasks: [{name: b, kernel: 1 ms, due: 9 ms}]\nhorizon: 1 s\n" ONE,
                "3:9: the task 'b' stands beside clients, and has a due date, expected it without, or a client with a "
                "goal"},
        Mistake{"tasks: [{name: b, kernel: 1 ms, weight: 2}]\nhorizon: 1 s\n" ONE,
                "3:9: the task 'b' stands beside clients, and has a weight, expected it without"},
        Mistake{"tasks: [{name: b, kernel: 1 ms, footprint: 1 MiB}]\nhorizon: 1 s\n" ONE,
                "3:9: the task 'b' stands beside clients, and has a footprint, expected it without"},
        Mistake{"horizon: 1 s\n" ONE
                "tasks:\n  - {name: b, kernel: 1 ms, job: j}\n  - {name: c, kernel: 1 ms, job: j}\n",
                "7:5: the task 'c' stands beside clients, and does not wait for the one before it of its job alone, "
                "expected after: that one"},
        Mistake{"horizon: 1 s\n" ONE "tasks:\n  - {name: b, kernel: 1 ms, job: j}\n"
                "  - {name: c, kernel: 1 ms, job: j, after: b, release: 1 ms}\n",
                "7:5: the task 'c' stands beside clients, and has a release, and is not the first of its job, expected "
                "a lag behind the one before it"},
        Mistake{"horizon: 1 s\n" ONE "tasks: [{name: \"a \", kernel: 1 ms}]\n",
                "5:16: the name 'a ' is but for spaces at its end that of the client in line 4, expected a name of its "
                "own"},
        Mistake{"tasks: [{name: a, kernel: 1 ms}]\nhorizon: 1 s\n" ONE,
                "3:16: the name 'a' is taken by the client in line 5, expected a name of its own"},
        Mistake{"horizon: 1 s\njobs: [{name: j}]\n" ONE, "4:1: jobs beside clients, expected it beside tasks alone"},
        Mistake{"horizon: 1 s\n" ONE "submit: one_thread\n",
                "5:1: submit beside clients, expected it beside tasks alone"},
        Mistake{"issue: depth_first\nhorizon: 1 s\n" ONE, "3:1: issue beside clients, expected it beside tasks alone"},
        Mistake{"recorded_on: a100\nhorizon: 1 s\n" ONE,
                "3:1: recorded_on beside clients, expected it beside tasks alone"}));

INSTANTIATE_TEST_SUITE_P(
    Horizon, ClientsMistake,
    testing::Values(
        Mistake{ONE, "3:1: clients without a horizon, expected until when requests arrive, such as horizon: 60 s"},
        Mistake{"tasks: [{name: b, kernel: 1 ms}]\nhorizon: 1 s\n",
                "4:1: a horizon without clients, expected clients, or none"},
        Mistake{"horizon: 1 s\n", "3:1: a horizon without clients, expected clients, or none"},
        Mistake{"horizon: 0 ms\n" ONE, "3:10: '0 ms' is out of range, expected a duration above 0"},
        Mistake{"horizon: 5\n" ONE, "3:10: '5' has no unit, expected a number with ns, us, ms or s, such as 2.5 ms"},
        Mistake{"horizon:\n" ONE,
                "3:1: an empty value is not a duration, expected a number with ns, us, ms or s, such as 2.5 ms"}));

INSTANTIATE_TEST_SUITE_P(
    List, ClientsMistake,
    testing::Values(Mistake{"horizon: 1 s\nclients: []\n", "4:10: no clients, expected at least one"},
                    Mistake{"horizon: 1 s\nclients: {name: a}\n",
                            "4:10: a map is not a list of clients, expected at least one client"},
                    Mistake{"horizon: 1 s\nclients:\n",
                            "4:1: an empty value is not a list of clients, expected at least one client"},
                    Mistake{"horizon: 1 s\n" ONE ONE, "5:1: the key 'clients' stands here twice, expected it once"}));

/// text: the entry of a client, in line 5 from column 5.
class ClientMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ClientMistake, IsNamedWhereItStands) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(HEAD "horizon: 60 s\nclients:\n  - " + std::string{text} + "\n"),
            "file:" + std::string{message});
}

#define CLIENT_KEYS                                                                                           \
  "name, arrivals, request, goal, class, family, streams, priority, reservation, quota, credit, cpu_credit, " \
  "demand"
#define REQUEST ", request: {kernel: 1 ms}"
#define CLOSED "{name: a, arrivals: {closed: 1}"

INSTANTIATE_TEST_SUITE_P(
    Keys, ClientMistake,
    testing::Values(Mistake{"a", "5:5: 'a' is not a client, expected a map with " CLIENT_KEYS},
                    Mistake{"{name: a, kernel: 1 ms}", "5:15: unknown key 'kernel', expected one of: " CLIENT_KEYS},
                    Mistake{"{arrivals: {closed: 1}" REQUEST "}", "5:5: a client without name, expected it here"},
                    Mistake{"{name: a" REQUEST "}", "5:5: a client without arrivals, expected it here"},
                    Mistake{CLOSED "}", "5:5: a client without request, expected it here"},
                    Mistake{CLOSED REQUEST ", name: b}", "5:63: the key 'name' stands here twice, expected it once"},
                    Mistake{"{name: no, arrivals: {closed: 1}" REQUEST "}",
                            "5:12: 'no' may be read as true or false, expected it in quotes"}));

INSTANTIATE_TEST_SUITE_P(
    Names, ClientMistake,
    testing::Values(Mistake{CLOSED REQUEST "}\n  - " CLOSED REQUEST "}",
                            "6:12: the name 'a' is taken by the client in line 5, expected a name of its own"},
                    Mistake{CLOSED REQUEST ", streams: 2}\n  - {name: a@2, arrivals: {closed: 1}" REQUEST "}",
                            "6:12: the name 'a@2' is taken by the task in line 5, expected a name of its own"},
                    Mistake{"{name: a/2, arrivals: {closed: 1}" REQUEST "}\n  - " CLOSED
                            ", request: [{kernel: 1 ms}, {kernel: 1 ms}]}",
                            "6:12: the name 'a/2' is taken by the task in line 5, expected a name of its own"}));

#define SMS ", expected so many SMs, such as 2.5 SMs"

INSTANTIATE_TEST_SUITE_P(
    Sms, ClientMistake,
    testing::Values(Mistake{CLOSED REQUEST ", quota: 3}", "5:70: '3' has no unit" SMS},
                    Mistake{CLOSED REQUEST ", quota: 3 ms}", "5:70: '3 ms' has the unknown unit 'ms'" SMS},
                    Mistake{CLOSED REQUEST ", quota: -1 SMs}", "5:70: '-1 SMs' is negative" SMS},
                    Mistake{CLOSED REQUEST ", quota: many}", "5:70: 'many' is not a number of SMs" SMS},
                    Mistake{CLOSED REQUEST ", quota: 0 SMs}",
                            "5:70: '0 SMs' is out of range, expected above 0 SMs, at most 2000 SMs"},
                    Mistake{CLOSED REQUEST ", quota: 2000.5 SMs}",
                            "5:70: '2000.5 SMs' is out of range, expected above 0 SMs, at most 2000 SMs"},
                    Mistake{CLOSED REQUEST ", quota: 1e30 SMs}",
                            "5:70: '1e30 SMs' is out of range, expected above 0 SMs, at most 2000 SMs"},
                    Mistake{CLOSED REQUEST ", quota: 0.3333333 SMs}",
                            "5:70: '0.3333333 SMs' has more than six decimals" SMS},
                    Mistake{CLOSED REQUEST ", quota: 1 SM, reservation: 1 SM}",
                            "5:5: a client with a reservation and a quota, expected one of them"},
                    Mistake{CLOSED REQUEST ", class: offline, reservation: 1 SM}",
                            "5:92: a reservation of an offline client, expected a quota, or class: online"},
                    Mistake{CLOSED REQUEST ", goal: {latency: 9 ms}, quota: 1 SM}",
                            "5:93: a quota of an online client, expected a reservation, or class: offline"}));

#define RATE ", expected a number with /ns, /us, /ms or /s, such as 12.5 /ms"
#define TIME ", expected a number with ns, us, ms or s, such as 2.5 ms"
#define ARRIVALS(text) "{name: a, arrivals: " text REQUEST "}"

INSTANTIATE_TEST_SUITE_P(
    Arrivals, ClientMistake,
    testing::Values(
        Mistake{ARRIVALS("poisson"),
                "5:25: 'poisson' is not the arrivals of a client, expected a map with poisson, every, offset, closed, "
                "think, at_once, recorded"},
        Mistake{ARRIVALS("{}"),
                "5:25: a map has none of poisson, every, closed, at_once, recorded, expected one of them"},
        Mistake{ARRIVALS("{offset: 1 ms}"),
                "5:25: a map has none of poisson, every, closed, at_once, recorded, expected one of them"},
        Mistake{ARRIVALS("{closed: 1, poisson: 1 /s}"), "5:25: a map has poisson and closed, expected one of them"},
        Mistake{ARRIVALS("{rate: 1 /s}"),
                "5:26: unknown key 'rate', expected one of: poisson, every, offset, closed, think, at_once, recorded"},
        Mistake{ARRIVALS("{poisson: 0 /s}"), "5:35: '0 /s' is out of range, expected 1e-12 /s to 1e18 /s"},
        Mistake{ARRIVALS("{poisson: 1e19 /s}"), "5:35: '1e19 /s' is out of range, expected 1e-12 /s to 1e18 /s"},
        Mistake{ARRIVALS("{poisson: 40}"), "5:35: '40' has no unit" RATE},
        Mistake{ARRIVALS("{poisson: 40 /min}"), "5:35: '40 /min' has the unknown unit '/min'" RATE},
        Mistake{ARRIVALS("{poisson: -1 /s}"), "5:35: '-1 /s' is negative" RATE},
        Mistake{ARRIVALS("{poisson: 1e6 /s}"),
                "5:5: the client 'a' has more than 10000000 requests until the horizon, expected at most that"},
        Mistake{ARRIVALS("{every: 5.9 us}"),
                "5:5: the client 'a' has more than 10000000 requests until the horizon, expected at most that"},
        Mistake{ARRIVALS("{poisson: 1 /s, offset: 1 ms}"), "5:49: offset beside poisson, expected it beside every"},
        Mistake{ARRIVALS("{every: 0 ms}"), "5:33: '0 ms' is out of range, expected a duration above 0"},
        Mistake{ARRIVALS("{every: 1 ms, offset: -1 ms}"), "5:47: '-1 ms' is negative" TIME},
        Mistake{ARRIVALS("{every: 1 ms, think: 1 ms}"), "5:46: think beside every, expected it beside closed"},
        Mistake{ARRIVALS("{closed: 0}"), "5:34: '0' is out of range, expected 1 to 100000"},
        Mistake{ARRIVALS("{closed: 1.5}"), "5:34: '1.5' is not a whole number, expected 1 to 100000"},
        Mistake{ARRIVALS("{closed: 100001}"), "5:34: '100001' is out of range, expected 1 to 100000"},
        Mistake{ARRIVALS("{closed: 1, think: -1 ms}"), "5:44: '-1 ms' is negative" TIME},
        Mistake{ARRIVALS("{closed: 1, think: 3}"), "5:44: '3' has no unit" TIME},
        Mistake{ARRIVALS("{closed: 1, think: {exponential: -1 ms}}"), "5:58: '-1 ms' is negative" TIME},
        Mistake{ARRIVALS("{closed: 1, think: {}}"), "5:44: a time to think without exponential, expected it here"},
        Mistake{ARRIVALS("{closed: 1, think: {uniform: 1 ms}}"),
                "5:45: unknown key 'uniform', expected one of: exponential"},
        Mistake{ARRIVALS("{at_once: 0}"), "5:35: '0' is out of range, expected 1 to 10000000"},
        Mistake{ARRIVALS("{at_once: 10000001}"), "5:35: '10000001' is out of range, expected 1 to 10000000"},
        Mistake{ARRIVALS("{recorded: []}"), "5:36: no arrivals, expected at least one"},
        Mistake{ARRIVALS("{recorded: [2 ms, 1 ms]}"),
                "5:43: '1 ms' is earlier than the arrival before it, expected times that do not decrease"},
        Mistake{ARRIVALS("{recorded: [2]}"), "5:37: '2' has no unit" TIME},
        Mistake{ARRIVALS("{recorded: {}}"), "5:36: a map is not a name, expected text in one line"},
        Mistake{ARRIVALS("{recorded: no/such.csv}"),
                "5:36: no/such.csv: cannot be opened (No such file or directory), expected a readable file"}));

INSTANTIATE_TEST_SUITE_P(
    Request, ClientMistake,
    testing::Values(
        Mistake{CLOSED ", request: []}", "5:47: a request without tasks, expected at least one"},
        Mistake{CLOSED ", request: 1 ms}",
                "5:47: '1 ms' is not a task of a request, expected a map with h2d, kernel, d2h, host, lag"},
        Mistake{CLOSED ", request: }",
                "5:38: an empty value is not a task of a request, expected a map with h2d, kernel, d2h, host, lag"},
        Mistake{CLOSED ", request: {}}", "5:47: a task of a request without a stage, expected h2d, kernel or d2h"},
        Mistake{CLOSED ", request: [{kernel: 1 ms}, {host: 1 ms}]}",
                "5:64: a task of a request without a stage, expected h2d, kernel or d2h"},
        Mistake{CLOSED ", request: {kernel: 1 ms, count: 3}}",
                "5:62: unknown key 'count', expected one of: h2d, kernel, d2h, host, lag"},
        Mistake{CLOSED ", request: {kernel: 1}}", "5:56: '1' has no unit" TIME},
        Mistake{CLOSED ", request: {kernel: {time: 1 ms, ctas: 4}}}",
                "5:56: a kernel without threads, expected it here"},
        Mistake{CLOSED ", request: {h2d: {time: 1 ms, bytes: 4 B}}}",
                "5:53: a copy with both time and bytes, expected one of them"},
        Mistake{CLOSED ", request: {kernel: 1 ms, lag: 1 ms}}",
                "5:67: a lag of the first task of a request, expected it of one that comes after another"},
        Mistake{CLOSED ", request: [{kernel: 1 ms}, {kernel: 1 ms, lag: -1 ms}]}", "5:84: '-1 ms' is negative" TIME},
        Mistake{CLOSED ", request: [{kernel: 1 ms}, {kernel: 1 ms, host: 1 MiB}]}",
                "5:85: '1 MiB' is a size, in a task that comes after another, expected a duration such as 2 ms"},
        Mistake{CLOSED ", request: [{kernel: 1 ms}, {kernel: 1 ms, host: 1e12 s, lag: 1 s}]}",
                "5:64: a lag and a time of the host that are too long together, expected up to 1e15 ms"}));

#define PERCENT ", expected a number with %, 0 % to 100 %"
#define GOAL(text) CLOSED REQUEST ", goal: " text "}"

INSTANTIATE_TEST_SUITE_P(
    Goals, ClientMistake,
    testing::Values(
        Mistake{GOAL("fast"),
                "5:69: 'fast' is not a goal, expected a map with latency, quantile, rate, fps, speed, share"},
        Mistake{GOAL("{}"), "5:69: a map has none of latency, rate, fps, speed, share, expected one of them"},
        Mistake{GOAL("{quantile: 99 %}"),
                "5:69: a map has none of latency, rate, fps, speed, share, expected one of them"},
        Mistake{GOAL("{latency: 1 ms, rate: 1 /s}"), "5:69: a map has latency and rate, expected one of them"},
        Mistake{GOAL("{speed: 50 %, share: 50 %}"), "5:69: a map has speed and share, expected one of them"},
        Mistake{GOAL("{rate: 1 /s, quantile: 99 %}"), "5:92: quantile beside rate, expected it beside latency"},
        Mistake{GOAL("{latency: 0 ms}"), "5:79: '0 ms' is out of range, expected a duration above 0"},
        Mistake{GOAL("{latency: 1 ms, quantile: 0 %}"),
                "5:95: '0 %' is out of range, expected above 0 % and below 100 %"},
        Mistake{GOAL("{latency: 1 ms, quantile: 100 %}"),
                "5:95: '100 %' is out of range, expected above 0 % and below 100 %"},
        Mistake{GOAL("{latency: 1 ms, quantile: 101 %}"), "5:95: '101 %' is out of range" PERCENT},
        Mistake{GOAL("{latency: 1 ms, quantile: 0.99}"), "5:95: '0.99' has no unit" PERCENT},
        Mistake{GOAL("{latency: 1 ms, quantile: p99}"), "5:95: 'p99' is not a percentage" PERCENT},
        Mistake{GOAL("{latency: 1 ms, quantile: -1 %}"), "5:95: '-1 %' is negative" PERCENT},
        Mistake{GOAL("{latency: 1 ms, quantile: 99 ms}"), "5:95: '99 ms' has the unknown unit 'ms'" PERCENT},
        Mistake{GOAL("{rate: 0 /s}"), "5:76: '0 /s' is out of range, expected 1e-12 /s to 1e18 /s"},
        Mistake{GOAL("{fps: 0}"), "5:75: '0' is out of range, expected 1e-12 to 1e15"},
        Mistake{GOAL("{fps: 30 /s}"), "5:75: '30 /s' is not a number, expected a number without a unit, 0 to 1e15"},
        Mistake{GOAL("{speed: 0 %}"), "5:77: '0 %' is out of range, expected above 0 % and up to 100 %"},
        Mistake{GOAL("{share: 101 %}"), "5:77: '101 %' is out of range" PERCENT}));

#define BESIDE(text) CLOSED REQUEST ", " text "}"

INSTANTIATE_TEST_SUITE_P(
    Rest, ClientMistake,
    testing::Values(
        Mistake{BESIDE("class: batch"), "5:70: 'batch' is not a class of clients, expected online or offline"},
        Mistake{BESIDE("streams: 0"), "5:72: '0' is out of range, expected 1 to 100000"},
        Mistake{BESIDE("streams: 100001"), "5:72: '100001' is out of range, expected 1 to 100000"},
        Mistake{BESIDE("priority: -1"), "5:73: '-1' is negative, expected 0 to 1000000000"},
        Mistake{BESIDE("credit: 0"), "5:71: '0' is out of range, expected 1 to 65535"},
        Mistake{BESIDE("credit: 65536"), "5:71: '65536' is out of range, expected 1 to 65535"},
        Mistake{BESIDE("cpu_credit: 0.5"), "5:75: '0.5' is not a whole number, expected 1 to 65535"},
        Mistake{BESIDE("family: []"), "5:71: a list is not a name, expected text in one line"},
        Mistake{
            BESIDE("demand: random"),
            "5:71: 'random' is not a list of parts of the demand, expected exponential, or parts such as {part: 100 %, "
            "mean: 1}"},
        Mistake{BESIDE("demand: []"), "5:71: parts that add up to 0 %, expected 100 %"},
        Mistake{BESIDE("demand: [{part: 90 %, mean: 1}, {part: 9 %, mean: 1}]"),
                "5:71: parts that add up to 99 %, expected 100 %"},
        Mistake{BESIDE("demand: [{part: 90 %, mean: 1}, {part: 20 %, mean: 1}]"),
                "5:71: parts that add up to 110 %, expected 100 %"},
        Mistake{BESIDE("demand: [{part: 100 %, mean: 0}]"),
                "5:92: '0' is out of range, expected a number without a unit, above 0 and up to 1000000"},
        Mistake{BESIDE("demand: [{part: 100 %, mean: 1 ms}]"),
                "5:92: '1 ms' is not a number, expected a number without a unit, above 0 and up to 1000000"},
        Mistake{BESIDE("demand: [{part: 100 %}]"), "5:72: a part of the demand without mean, expected it here"},
        Mistake{BESIDE("demand: [{part: 1, mean: 1}]"), "5:79: '1' has no unit" PERCENT}));

TEST(ClientTasks, AreLimitedInAll) {
  std::string request = "[";
  for (int i = 0; i < 101; ++i) {
    request += "{h2d: 1 B}, ";
  }
  EXPECT_EQ(
      workload_error(HEAD "horizon: 60 s\nclients:\n  - {name: a, arrivals: {closed: 1}, streams: 100000, request: " +
                     request + "]}\n"),
      "file:5:5: more than 10000000 tasks in the streams of clients, expected at most that");
}

/// text: a file of arrivals; message: from after its name.
class ArrivalsFileMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ArrivalsFileMistake, IsNamedInThatFile) {
  const test::ScratchFolder folder;
  const auto& [text, message] = GetParam();
  folder.write("arrivals.csv", std::string{text});
  folder.write("w.yaml",
               HEAD "horizon: 60 s\nclients:\n  - {name: a, arrivals: {recorded: arrivals.csv}" REQUEST "}\n");
  try {
    read_workload(folder / "w.yaml");
    FAIL() << "nothing is wrong";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), (folder / "arrivals.csv").string() + std::string{message});
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ArrivalsFileMistake,
    testing::Values(
        Mistake{"1 ms\n2\n", ":2:1: '2' has no unit" TIME},
        Mistake{"1\n2\n", ":1:1: '1' is neither a time nor the header, expected one such as 2.5 ms, or arrival_ms"},
        Mistake{"arrival\n2\n",
                ":1:1: 'arrival' is neither a time nor the header, expected one such as 2.5 ms, or arrival_ms"},
        Mistake{"1 ms, 2 ms\n",
                ":1:1: '1 ms, 2 ms' is neither a time nor the header, expected one such as 2.5 ms, or arrival_ms"},
        Mistake{"# c\n1 ms\n\n  0.5 ms\n",
                ":4:3: '0.5 ms' is earlier than the arrival before it, expected times that do not decrease"},
        Mistake{"1 ms\narrival_ms\n", ":2:1: 'arrival_ms' is not a duration" TIME},
        Mistake{"arrival_ms\n1 ms\n", ":2:1: '1 ms' is not a number, expected a number without a unit, 0 to 1e15"},
        Mistake{"arrival_ms\n-1\n", ":2:1: '-1' is negative, expected a number without a unit, 0 to 1e15"},
        Mistake{"arrival_ms\narrival_ms\n",
                ":2:1: 'arrival_ms' is not a number, expected a number without a unit, 0 to 1e15"}));

INSTANTIATE_TEST_SUITE_P(None, ArrivalsFileMistake,
                         testing::Values(Mistake{"1 ms\n\x01\n", ":2:1: control character 0x01, expected text"}));

TEST(ArrivalsFile, WithoutArrivalsIsNamedWhereItIsAskedFor) {
  const test::ScratchFolder folder;
  folder.write("arrivals.csv", "# none\n");
  folder.write("w.yaml",
               HEAD "horizon: 60 s\nclients:\n  - {name: a, arrivals: {recorded: arrivals.csv}" REQUEST "}\n");
  try {
    read_workload(folder / "w.yaml");
    FAIL() << "nothing is wrong";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), (folder / "w.yaml").string() + ":5:36: " + (folder / "arrivals.csv").string() +
                                ": holds no arrivals, expected a time a line, such as 2.5 ms");
  }
}

}  // namespace
}  // namespace warpshop::io

#undef HEAD
#undef ONE
#undef CLIENT_KEYS
#undef REQUEST
#undef CLOSED
#undef RATE
#undef TIME
#undef ARRIVALS
#undef PERCENT
#undef GOAL
#undef BESIDE
