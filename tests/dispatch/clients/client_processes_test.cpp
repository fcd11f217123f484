#include "dispatch/clients/client_processes.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "dispatch/clients/serve_client.hpp"
#include "dispatch/plan/realise.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/dispatch/host_profile.hpp"

namespace warpshop::dispatch {
namespace {

using std::chrono::seconds;

ClientCommand client(const std::string& mode, const Environment& environment = {}) {
  return {.name = "that " + mode, .command = {WARPSHOP_TEST_CLIENT, mode}, .environment = environment};
}

/// No child process is left, not even one that has ended and was not waited for.
bool no_child_left() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// What the error says that starting or running these clients ends in.
std::string error_of_clients(const std::vector<std::string>& modes, const ClientTimeouts& timeouts = {}) {
  std::vector<ClientCommand> commands;
  for (const std::string& mode : modes) {
    commands.push_back(client(mode));
  }
  try {
    ClientProcesses clients(commands, timeouts);
    clients.run_once();
    ADD_FAILURE() << "nothing failed";
    return "";
  } catch (const DeviceError& error) {
    EXPECT_EQ(error.kind(), DeviceError::Kind::failed);
    EXPECT_TRUE(no_child_left());
    return error.what();
  }
}

TEST(ClientProcesses, RunTogetherAgainAndAgain) {
  const std::ptrdiff_t open_before = open_descriptors();
  {
    ClientProcesses clients({client("serve"), client("serve"), client("serve")});
    // Told to start at the same time, they do so within 10 ms; on a busy machine, at some time.
    constexpr Millis kTogether{10};
    Millis closest_starts{1e9};
    for (int i = 0; i < 5 || (i < 500 && closest_starts >= kTogether); ++i) {
      const auto before = ClientClock::now();
      const Millis makespan = clients.run_once();
      const auto runs = clients.last_runs();
      ASSERT_EQ(runs.size(), 3U);
      const auto by_start = [](const ClientRun& a, const ClientRun& b) { return a.start < b.start; };
      const auto [first, last] = std::minmax_element(runs.begin(), runs.end(), by_start);
      closest_starts = std::min(closest_starts, Millis(last->start - first->start));
      for (const ClientRun& run : runs) {
        EXPECT_GE(run.start, before);
        EXPECT_LE(run.end, ClientClock::now());
        EXPECT_GE(makespan, Millis(run.end - run.start));
        EXPECT_GE(Millis(run.end - run.start), Millis{0.25}) << "copies of 384 KiB at 1.5 GB/s";
        EXPECT_EQ(run.commands, 3U);
      }
    }
    EXPECT_LT(closest_starts, kTogether);
    clients.check();
    EXPECT_TRUE(clients.results_correct());
    EXPECT_GT(clients.run_once(), Millis{0});
  }
  EXPECT_TRUE(no_child_left());
  EXPECT_EQ(open_descriptors(), open_before);
}

TEST(ClientProcesses, SaySoWhenResultsAreWrong) {
  ClientProcesses clients({client("serve"), client("wrong")});
  EXPECT_GE(clients.run_once(), Millis{1000}) << "what one of them claims";
  EXPECT_FALSE(clients.results_correct());
}

TEST(ClientProcesses, AClientThatEndsIsNamedWithItsStatusAndItsLastWords) {
  EXPECT_EQ(error_of_clients({"serve", "absent"}),
            "client that absent ended with exit status 3 before it was ready: no GPU here");
  EXPECT_EQ(error_of_clients({"dies", "silent"}), "client that dies ended with signal 9 before it was ready");
  EXPECT_EQ(error_of_clients({"serve", "crashes"}),
            "client that crashes ended with exit status 7 before its run had ended: ran into a wall");
  const std::string failed = error_of_clients({"fails", "serve"});
  // Noticed while it still submits, or only when it waits.
  EXPECT_TRUE(failed.starts_with("client that fails ended with exit status 1 before its run had ended: ")) << failed;
  EXPECT_TRUE(failed.ends_with(": a kernel failed: illegal memory access")) << failed;
}

TEST(ClientProcesses, AClientThatTakesTooLongIsNamed) {
  EXPECT_EQ(error_of_clients({"silent", "serve"}, {.ready = seconds{2}}),
            "client that silent took more than 2 s before it was ready");
  EXPECT_EQ(error_of_clients({"hangs", "serve"}, {.run = seconds{1}}),
            "client that hangs took more than 1 s before its run had ended");
}

TEST(ClientProcesses, NonsenseIsQuoted) {
  EXPECT_EQ(error_of_clients({"nonsense"}), "client that nonsense said 'good morning', expected 'ready'");
  EXPECT_EQ(error_of_clients({"lies", "serve"}), "client that lies said 'done 3 2 1 1', expected the times of its run");
  const std::string endless = error_of_clients({"babble"});
  EXPECT_TRUE(endless.starts_with("client that babble said 'and so on and so on")) << endless;
  EXPECT_LT(endless.size(), 200U);
}

TEST(ClientProcesses, AProgramThatCannotBeStartedIsNamed) {
  try {
    const ClientProcesses clients({client("serve"), {.name = "b", .command = {"/no/such/program"}}});
    FAIL() << "nothing failed";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "client b: start /no/such/program: No such file or directory");
  }
  EXPECT_TRUE(no_child_left());
}

std::string value_found(const Environment& environment) {
  try {
    const ClientProcesses clients({client("environment", environment)});
    return "";
  } catch (const DeviceError& error) {
    return error.what();
  }
}

TEST(ClientProcesses, FindTheirOwnEnvironment) {
  EXPECT_NE(value_found({}).find("said 'nothing'"), std::string::npos);
  EXPECT_NE(value_found({{"TEST_CLIENT", "one"}}).find("said 'one'"), std::string::npos);
  ::setenv("TEST_CLIENT", "inherited", 1);
  EXPECT_NE(value_found({}).find("said 'inherited'"), std::string::npos);
  EXPECT_NE(value_found({{"TEST_CLIENT", "two"}}).find("said 'two'"), std::string::npos);
  EXPECT_NE(value_found({{"TEST_CLIENT", std::nullopt}}).find("said 'nothing'"), std::string::npos);
  ::unsetenv("TEST_CLIENT");
}

TEST(ClientProcesses, DoNotOutliveTheirParentHoweverItEnds) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans become ours to wait for
  std::vector<pid_t> orphans(2);
  {
    ChildProcess parent({WARPSHOP_TEST_CLIENT, "parent"}, {});
    pollfd channel{.fd = parent.channel(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(::poll(&channel, 1, 60'000), 1);
    parent.receive();
    std::istringstream said(parent.next_line().value_or(""));
    ASSERT_TRUE(said >> orphans[0] >> orphans[1]);
    EXPECT_EQ(::kill(orphans[0], 0), 0);
    EXPECT_EQ(::kill(orphans[1], 0), 0);
    parent.kill();
  }
  std::vector<std::string> ends;
  for (const pid_t orphan : orphans) {
    int status = 0;
    ASSERT_EQ(::waitpid(orphan, &status, 0), orphan);
    ends.push_back(status_text(status));
  }
  // One that waits for orders may find that there are no more before it is told that its parent is gone.
  EXPECT_TRUE(ends[0] == "signal 9" || ends[0] == "exit status 0") << ends[0];
  EXPECT_EQ(ends[1], "signal 9");
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  EXPECT_TRUE(no_child_left());
}

TEST(ChildProcess, WritingToOneThatHasEndedRaisesNoSignal) {
  ChildProcess child({"/bin/sh", "-c", "exit 5"}, {});
  EXPECT_EQ(status_text(child.wait_until(ChildProcess::Clock::now() + seconds{60}).value()), "exit status 5");
  for (int i = 0; i < 3; ++i) {
    child.write("go 1\n");
  }
  EXPECT_FALSE(child.receive());
}

TEST(ClientLoop, RunsOnceForEveryLineFromTheTimeThatItSays) {
  std::istringstream text("schema: warpshop.workload/1\nname: test\ntasks:\n  - {name: a, h2d: 64 KiB, d2h: 64 KiB}\n");
  Runner runner(test::host_device(), realise(io::parse_workload(text, "test.yaml"), test::host_profile()), Check::yes);
  const auto start = ClientClock::now() + std::chrono::milliseconds{100};
  std::istringstream in(request_line({.start = start}) + '\n' + request_line({.check = Check::yes, .start = start}) +
                        '\n');
  std::stringstream out;
  serve_client(in, out, runner, {.order = {0}, .submission = Submission::streams});
  std::string line;
  ASSERT_TRUE(std::getline(out, line));
  EXPECT_EQ(line, kClientReady);
  ClientClock::time_point earliest = start;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(std::getline(out, line));
    const auto run = parse_client_run(line);
    ASSERT_TRUE(run) << line;
    EXPECT_GE(run->start, earliest);
    EXPECT_GT(run->end, run->start);
    EXPECT_EQ(run->commands, 2U);
    EXPECT_TRUE(run->correct);
    earliest = run->end;
  }
  EXPECT_FALSE(std::getline(out, line));
}

TEST(ClientLoop, RefusesWhatIsNoRequest) {
  std::istringstream text("schema: warpshop.workload/1\nname: test\ntasks:\n  - {name: a, h2d: 64 KiB}\n");
  Runner runner(test::host_device(), realise(io::parse_workload(text, "test.yaml"), test::host_profile()), Check::yes);
  for (const std::string line : {"", "go", "go now", "stop 1", "go 1 2"}) {
    std::istringstream in(line + '\n');
    std::ostringstream out;
    EXPECT_THROW(serve_client(in, out, runner, {.order = {0}, .submission = Submission::streams}), std::runtime_error)
        << line;
  }
}

}  // namespace
}  // namespace warpshop::dispatch
