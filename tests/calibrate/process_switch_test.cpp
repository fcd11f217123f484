#include "calibrate/process_switch.hpp"

#include <gtest/gtest.h>

namespace warpshop::calibrate {
namespace {

/// Two processes in virtual time, whose kernels, answers and changes of context take what is known.
struct TwoProcesses {
  double kernel = 0.03, answer = 0.008, context_switch = 0.06;
  double now = 0;
  int last = 0;

  void turn(int process, bool runs) {
    now += answer;
    if (runs) {
      now += kernel + (last == 3 - process ? context_switch : 0);
      last = process;
    }
  }
  PingPong ping_pong() {
    return {.own = [this](bool runs) { turn(1, runs); },
            .other = [this](bool runs) { turn(2, runs); },
            .now = [this] { return Millis{now}; }};
  }
};

Options exact() {
  Options options = quick();
  options.rule = {.max_relative_error = 0.01, .min_samples = 5, .max_samples = 50};
  return options;
}

TEST(ProcessSwitch, IsWhatIsLeftOfTwoProcessesInTurn) {
  Meter meter(exact());
  TwoProcesses processes;
  const Measured found = measure_process_switch(meter, processes.ping_pong());
  EXPECT_NEAR(found.median.count(), 0.06, 1e-9);
  EXPECT_EQ(meter.series().back().name, "context switch");
}

TEST(ProcessSwitch, IsNothingWhereContextsAreNotSwitched) {
  Meter meter(exact());
  TwoProcesses processes{.context_switch = 0};
  EXPECT_NEAR(measure_process_switch(meter, processes.ping_pong()).median.count(), 0, 1e-9);
}

}  // namespace
}  // namespace warpshop::calibrate
