#include <sstream>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "dispatch/plan/runner.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/dispatch/host_profile.hpp"
#include "tests/shortage/shortage.hpp"

namespace warpshop::dispatch {
namespace {

using test::Shortage;

/// Pageable memory: a thread an engine in ordered submission, a thread a task in free streams.
TEST(RunnerInShortage, FailsWithoutAThreadAndRunsOnceThereAreSome) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: test\ntasks:\n"
      "  - {name: a, h2d: {bytes: 16 KiB, memory: pageable}, d2h: {bytes: 16 KiB, memory: pageable}, count: 3}\n");
  Runner runner(test::host_device(), realise(io::parse_workload(text, "test.yaml"), test::host_profile()), Check::yes);
  for (const Submission submission : {Submission::ordered, Submission::streams}) {
    const Plan plan{.order = {0, 1, 2}, .submission = submission};
    for (std::size_t number = 1; number <= 3; ++number) {
      const Shortage shortage(Shortage::Of::threads, number, Shortage::Lasting::once);
      EXPECT_THROW(runner.run(plan), DeviceError) << name(submission) << ' ' << number;
    }
    EXPECT_TRUE(runner.run(plan, Check::yes).wrong.empty());
  }
}

}  // namespace
}  // namespace warpshop::dispatch
