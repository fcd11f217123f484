#include "dispatch/clients/mps.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include "dispatch/validation/rivals.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::dispatch {
namespace {

/// Sets variables, and gives them back what they had.
class Variables {
 public:
  explicit Variables(const Environment& variables) {
    for (const auto& [name, value] : variables) {
      const char* before = std::getenv(name.c_str());
      before_[name] = before == nullptr ? std::optional<std::string>() : before;
    }
    set(variables);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;
  ~Variables() { set(before_); }

 private:
  static void set(const Environment& variables) {
    for (const auto& [name, value] : variables) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
  }
  Environment before_;
};

/// A folder with a program that plays nvidia-cuda-mps-control: a daemon is a file among its pipes, and a process that
/// holds stdout open. It logs what is asked of it.
class StandIn {
 public:
  /// A shell script for `-d`, and one for `quit`.
  explicit StandIn(const std::string& start = kStart, const std::string& quit = kQuit) {
    const auto program =
        scratch_.write("nvidia-cuda-mps-control",
                       "#!/bin/sh\n"
                       "log=" +
                           (scratch_ / "log").string() +
                           "\n"
                           "pipes=$CUDA_MPS_PIPE_DIRECTORY\n"
                           "if [ \"$1\" = -d ]; then\n"
                           "  echo \"start ${CUDA_VISIBLE_DEVICES-unset} $CUDA_MPS_LOG_DIRECTORY\" >>$log\n" +
                           start +
                           "\n  exit 0\nfi\n"
                           "read -r command\n"
                           "if [ ! -e $pipes/control ]; then\n"
                           "  echo 'Cannot find MPS control daemon process'\n  exit 1\nfi\n"
                           "if [ \"$command\" = quit ]; then\n  echo quit >>$log\n" +
                           quit + "\nelse cat $pipes/servers 2>/dev/null || true\nfi\n");
    ::chmod(program.c_str(), 0700);
  }

  /// What was asked, without the folders of logs.
  std::string log() const { return test::content_of(scratch_ / "log"); }
  std::filesystem::path folder() const { return scratch_.path(); }
  std::string path() const { return folder().string() + ":/usr/bin:/bin"; }

 private:
  static constexpr const char* kStart = "  sleep 30 & echo $! >$pipes/control";
  static constexpr const char* kQuit = "  kill $(cat $pipes/control); rm $pipes/control";
  test::ScratchFolder scratch_;
};

/// The environment of a user who has not set anything up, with the stand-in.
Environment user(const StandIn& stand_in) {
  return {{"PATH", stand_in.path()},
          {"CUDA_MPS_PIPE_DIRECTORY", stand_in.folder() / "nobody"},
          {"CUDA_VISIBLE_DEVICES", "1"}};
}

std::string error_of(const Environment& variables) {
  const Variables set(variables);
  try {
    const MpsServer server;
    ADD_FAILURE() << "it was started";
    return "";
  } catch (const DeviceError& error) {
    EXPECT_EQ(error.kind(), DeviceError::Kind::absent);
    return error.what();
  }
}

TEST(Mps, IsStartedInAFolderOfItsOwnAndStoppedOnce) {
  const StandIn stand_in;
  const Variables set(user(stand_in));
  std::filesystem::path pipes;
  {
    MpsServer server;
    EXPECT_FALSE(server.was_running());
    pipes = server.environment().at("CUDA_MPS_PIPE_DIRECTORY").value();
    const std::filesystem::path logs = server.environment().at("CUDA_MPS_LOG_DIRECTORY").value();
    EXPECT_TRUE(std::filesystem::is_directory(logs));
    EXPECT_TRUE(std::filesystem::exists(pipes / "control"));
    EXPECT_EQ(stand_in.log(), "start unset " + logs.string() + "\n") << "which GPUs are visible clients decide";
    EXPECT_FALSE(server.has_clients());
    std::ofstream(pipes / "servers") << "4711\n";
    EXPECT_TRUE(server.has_clients());
    server.stop();
    EXPECT_FALSE(std::filesystem::exists(pipes.parent_path()));
    server.stop();
  }
  EXPECT_TRUE(stand_in.log().ends_with("\nquit\n"));
  EXPECT_EQ(stand_in.log().find("quit"), stand_in.log().rfind("quit"));
}

TEST(Mps, IsStoppedWhenAnExceptionUnwinds) {
  const StandIn stand_in;
  const Variables set(user(stand_in));
  std::filesystem::path pipes;
  try {
    const MpsServer server;
    pipes = server.environment().at("CUDA_MPS_PIPE_DIRECTORY").value();
    throw std::runtime_error("something else");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(std::filesystem::exists(pipes.parent_path()));
  EXPECT_TRUE(stand_in.log().ends_with("\nquit\n"));
}

/// The next line that a process says.
std::string line_of(ChildProcess& process) {
  pollfd channel{.fd = process.channel(), .events = POLLIN, .revents = 0};
  ::poll(&channel, 1, 60'000);
  process.receive();
  return process.next_line().value_or("");
}

TEST(Mps, IsStoppedWhenASignalEndsTheProcess) {
  const StandIn stand_in;
  std::filesystem::path pipes;
  {
    ChildProcess process({WARPSHOP_TEST_CLIENT, "mps"}, user(stand_in));
    pipes = line_of(process);
    ASSERT_TRUE(std::filesystem::exists(pipes / "control")) << pipes;
    process.kill();
  }
  for (int i = 0; i < 3000 && std::filesystem::exists(pipes.parent_path()); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
  EXPECT_FALSE(std::filesystem::exists(pipes.parent_path()));
  EXPECT_TRUE(stand_in.log().ends_with("\nquit\n"));
}

TEST(Mps, OfTheUserIsUsedAndLeftRunning) {
  const StandIn stand_in;
  const test::ScratchFolder users;
  users.write("control", "");
  Environment variables = user(stand_in);
  variables["CUDA_MPS_PIPE_DIRECTORY"] = users.path();
  const Variables set(variables);
  {
    const MpsServer server;
    EXPECT_TRUE(server.was_running());
    EXPECT_EQ(server.environment(), (Environment{{"CUDA_MPS_PIPE_DIRECTORY", users.path()}}));
  }
  EXPECT_TRUE(std::filesystem::exists(users / "control"));
  EXPECT_EQ(stand_in.log(), "");
}

TEST(Mps, SaysThatTheProgramIsAbsent) {
  EXPECT_EQ(error_of({{"PATH", "/nowhere"}}), "MPS cannot be used: no program nvidia-cuda-mps-control on PATH");
}

TEST(Mps, SaysWhyItDoesNotStart) {
  const StandIn refused("  echo 'must be root' >&2; exit 1");
  EXPECT_EQ(error_of(user(refused)), "MPS cannot be used: nvidia-cuda-mps-control -d: exit status 1: must be root");
}

TEST(Mps, SaysSoWhenItDoesNotStop) {
  const StandIn stubborn("  touch $pipes/control", "  echo 'no' >&2; exit 1");
  const Variables set(user(stubborn));
  MpsServer server;
  const std::filesystem::path pipes = server.environment().at("CUDA_MPS_PIPE_DIRECTORY").value();
  try {
    server.stop();
    FAIL() << "it stopped";
  } catch (const DeviceError& error) {
    EXPECT_EQ(error.what(), "MPS goes on (CUDA_MPS_PIPE_DIRECTORY=" + pipes.string() + "): exit status 1: no");
  }
  std::filesystem::remove_all(pipes.parent_path());
}

TEST(RunProgram, StopsWaitingForAProgramThatHangs) {
  // On a busy machine it takes a while until it has said something at all.
  ProgramResult result;
  for (std::chrono::milliseconds timeout{300};
       (result.output.empty() || result.last_words.empty()) && timeout < std::chrono::minutes{2}; timeout *= 4) {
    result = run_program({"/bin/sh", "-c", "echo begun; echo slow >&2; exec sleep 1000"}, {}, "", timeout);
    EXPECT_FALSE(result.status.has_value());
  }
  EXPECT_EQ(result.output, "begun\n");
  EXPECT_EQ(result.last_words, "slow");
}

TEST(RunProgram, ReadsWhatItIsGivenAndSaysMoreThanAPipeHolds) {
  const ProgramResult result =
      run_program({"/bin/sh", "-c", "cat; head -c 1000000 /dev/zero; exit 4"}, {}, "given\n", std::chrono::seconds{60});
  EXPECT_EQ(result.output.size(), 1'000'006U);
  EXPECT_TRUE(result.output.starts_with("given\n"));
  EXPECT_FALSE(result.succeeded());
  EXPECT_EQ(status_text(result.status.value()), "exit status 4");
}

/// Why it does not run: what its only process says it found in a variable, and ends.
std::string said_of_rival(const std::string& rival, const std::string& variable, const RivalStart& more = {}) {
  RivalStart start = more;
  start.process = [&](std::optional<std::size_t> task) {
    return ClientCommand{.name = "of task " + std::to_string(task.value()),
                         .command = {"/bin/sh", "-c", "echo \"found $" + variable + "\" >&2; exit 1"},
                         .environment = {}};
  };
  start.tasks = 1;
  return RunningRival(rival, start).problem();
}

/// The CUDA backend asks for 32 hardware queues unless a variable says otherwise: of clients with as many an MPS server
/// takes three.
TEST(MpsRival, ClientsAskForTwoHardwareQueues) {
  const StandIn stand_in;
  Environment variables = user(stand_in);
  variables["CUDA_DEVICE_MAX_CONNECTIONS"] = "32";
  const Variables set(variables);
  EXPECT_TRUE(said_of_rival("mps", "CUDA_DEVICE_MAX_CONNECTIONS").ends_with(": found 2"));
}

TEST(MpsRival, ClientsHaveTheLimitsThatWereFound) {
  const StandIn stand_in;
  const Variables set(user(stand_in));
  const char* variable = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE";
  EXPECT_TRUE(said_of_rival("mps-limits", variable, {.mps_limits = {37.5}}).ends_with(": found 37.5"));
  EXPECT_EQ(said_of_rival("mps-limits", variable, {.no_limits = "nobody knows"}), "nobody knows");
  EXPECT_TRUE(said_of_rival("mps", variable).ends_with(": found")) << "none";
}

/// Also where the user has MPS running.
TEST(TimeSlicesRival, ProcessesFindNoMps) {
  const StandIn stand_in;
  Environment variables = user(stand_in);
  variables["CUDA_MPS_PIPE_DIRECTORY"] = "/tmp";
  const Variables set(variables);
  EXPECT_TRUE(said_of_rival("time-slices", "CUDA_MPS_PIPE_DIRECTORY").ends_with(": found /dev/null/no-mps"));
}

}  // namespace
}  // namespace warpshop::dispatch
