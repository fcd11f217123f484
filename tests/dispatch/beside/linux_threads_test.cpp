#include <atomic>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dispatch/beside/beside_work.hpp"
#include "dispatch/beside/machine_threads.hpp"

namespace warpshop::dispatch {
namespace {

/// A process that computes until it is ended.
class Spinner {
 public:
  Spinner() : process_(::fork()) {
    if (process_ == 0) {
      for (std::atomic<unsigned> spins = 0;; ++spins) {
      }
    }
  }
  Spinner(const Spinner&) = delete;
  Spinner& operator=(const Spinner&) = delete;
  ~Spinner() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  int process() const { return process_; }

 private:
  pid_t process_;
};

CoreSet cores_of(const LinuxThreads& machine, int thread) {
  CoreSet set;
  EXPECT_EQ(machine.cores_of(thread, set), std::errc{});
  return set;
}

TEST(LinuxThreads, MovesAProcessThatSpinsAndPutsItBack) {
  LinuxThreads machine;
  const CoreSet all = cores_of(machine, ::getpid());
  if (all.count() < 2) {
    GTEST_SKIP() << "one core is there";
  }
  const Spinner spinner;
  const SharedCores shared{.cores = all, .serving = ::getpid(), .beside = {spinner.process()}};
  ASSERT_EQ(why_not(machine, shared), "");
  RequestLog requests(Millis{50});
  std::atomic<int> decisions = 0;
  {
    CoreController controller(
        machine, shared,
        [&](const ServingInterval& interval) {
          EXPECT_GE(interval.speed, 0);
          EXPECT_LE(interval.speed, 1);
          ++decisions;
          return ProcessorPart{1, 1};
        },
        requests, RequestLog::now());
    const BesideWork work(controller);
    while (decisions < 2) {  // the first one has been carried out
      std::this_thread::yield();
    }
    EXPECT_EQ(cores_of(machine, ::getpid()), first_cores(all, 1));
    EXPECT_EQ(cores_of(machine, spinner.process()), cores_behind(all, 1));
  }
  EXPECT_EQ(cores_of(machine, ::getpid()), all);
  EXPECT_EQ(cores_of(machine, spinner.process()), all);
}

TEST(LinuxThreads, SaysThatAProcessIsGone) {
  LinuxThreads machine;
  auto spinner = std::make_unique<Spinner>();
  const int process = spinner->process();
  EXPECT_EQ(machine.of_process(process), std::vector<int>{process});
  EXPECT_TRUE(machine.started(process).has_value());
  spinner.reset();
  CoreSet set;
  EXPECT_TRUE(machine.of_process(process).empty());
  EXPECT_FALSE(machine.started(process).has_value());
  EXPECT_FALSE(machine.times(process).has_value());
  EXPECT_EQ(machine.cores_of(process, set), std::errc::no_such_process);
  EXPECT_EQ(machine.set_cores(process, set), std::errc::no_such_process);
}

}  // namespace
}  // namespace warpshop::dispatch
