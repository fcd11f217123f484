// Kernels that share the host backend: real threads, real results.
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "dispatch/plan/runner.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/dispatch/host_profile.hpp"
#include "tests/dispatch/share/host_profile_of_sms.hpp"

namespace warpshop::dispatch {
namespace {

struct Shared {
  explicit Shared(const std::string& tasks, const gpu::host::Faults& faults = {}) : profile(test::profile_of_sms()) {
    std::istringstream text("schema: warpshop.workload/1\nname: test\ntasks:\n" + tasks);
    workload = realise(io::parse_workload(text, "test.yaml"), profile);
    instance = resolve(workload, profile);
    evaluate::prepare_sharing(instance, profile);
    runner = std::make_unique<Runner>(test::host_device(faults), workload, Check::yes, &instance);
  }
  Repetition run(const std::string& policy) {
    return runner->run(find_in(share::policies(), policy)->plan(instance, {}).plan, Check::yes);
  }

  Device profile;
  Workload workload;
  Instance instance;
  std::unique_ptr<Runner> runner;
};

constexpr const char* kTasks =
    "- {name: add, h2d: 64 KiB, kernel: {name: vector_add, elements: 262144}, d2h: 64 KiB}\n"
    "- {name: sum, h2d: {bytes: 64 KiB, memory: pageable}, kernel: {name: reduction, elements: 262144}, d2h: 4 B}\n"
    "- {name: walsh, h2d: 16 KiB, kernel: {name: fast_walsh, elements: 65536}, d2h: {bytes: 8 KiB, memory: pageable},"
    " after: [add]}\n"
    "- {name: copies, h2d: 64 KiB, d2h: 64 KiB}\n"
    "- {name: late, kernel: {name: black_scholes, elements: 32768}, release: 2 ms}\n";

TEST(SharedRuns, ComputeWhatTheCpuDoes) {
  for (const char* policy : {"smk", "smt", "flexsched", "hsm-fair", "edf", "rr", "joint", "sequential"}) {
    Shared shared(kTasks);
    for (int i = 0; i < 3; ++i) {
      const Repetition repetition = shared.run(policy);
      EXPECT_TRUE(repetition.wrong.empty()) << policy;
      EXPECT_EQ(repetition.timeline.intervals.size(), 12U) << policy;
      EXPECT_GT(repetition.timeline.makespan, Millis{2}) << policy;
      for (const Interval& interval : repetition.timeline.intervals) {
        EXPECT_LE(interval.start, interval.end) << policy;
      }
    }
  }
}

TEST(SharedRuns, NameWhatFails) {
  for (std::uint64_t launch = 1; launch < 6; ++launch) {
    Shared shared(kTasks, {.failing_launch = launch});
    try {
      shared.run("smk");
      FAIL() << "nothing failed";
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("a kernel failed: illegal memory access"), std::string::npos)
          << error.what();
    }
  }
  Shared lost(kTasks, {.lost_at_copy = 6});
  EXPECT_THROW(lost.run("flexsched"), DeviceError);
}

}  // namespace
}  // namespace warpshop::dispatch
