// Kernels that are played for as long as they take on another device.
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/instance.hpp"
#include "tests/dispatch/host_profile.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::dispatch {
namespace {

/// Whoever plays them, each task takes the time that it takes there, in elements of 0.1 us; other kernels stay.
TEST(AsLongAsOn, TakesTheTimeThatTheOtherDeviceTakes) {
  const Device other = files::find_device("titanx");
  const Device own = test::host_profile();
  for (const char* file : {"co-execution/two-kernels.yaml", "co-execution/eight-kernels.yaml"}) {
    const Workload workload = test::shipped_workload(file);
    std::set<std::string> played;
    const Instance there = resolve(workload, other);
    const Instance here = resolve(realise(as_long_as_on(other, workload, played), own), own);
    ASSERT_EQ(here.size(), there.size());
    for (std::uint32_t task = 0; task < here.size(); ++task) {
      EXPECT_NEAR(here.jobs[task].kernel.count(), there.jobs[task].kernel.count(), 1e-4);
    }
    for (const Task& task : workload.tasks) {
      EXPECT_EQ(played.count(std::get<KernelCall>(task.kernel->work).name), 1U);
    }
  }
}

TEST(AsLongAsOn, LeavesOtherKernelsAlone) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: w\ntasks:\n"
      "  - {name: a, kernel: {name: vector_add, elements: 512}}\n  - {name: b, kernel: 2 ms}\n  - {name: c, h2d: 1 "
      "B}\n");
  std::set<std::string> played;
  const Workload same = as_long_as_on(files::find_device("titanx"), io::parse_workload(text, "w.yaml"), played);
  EXPECT_TRUE(played.empty());
  EXPECT_EQ(std::get<KernelCall>(same.tasks[0].kernel->work).name, "vector_add");
  EXPECT_EQ(std::get<Millis>(same.tasks[1].kernel->work), Millis{2});
  EXPECT_FALSE(same.tasks[2].kernel);
}

}  // namespace
}  // namespace warpshop::dispatch
