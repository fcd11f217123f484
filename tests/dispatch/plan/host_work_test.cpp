#include "dispatch/validation/host_work.hpp"

#include <string>

#include <gtest/gtest.h>

#include "dispatch/validation/measure_validation.hpp"

namespace warpshop::dispatch {
namespace {

Task task(const std::string& kernel, std::int64_t elements, std::uint32_t count = 1) {
  Task task;
  task.count = count;
  task.kernel = KernelSpec{.work = KernelCall{.name = kernel, .elements = elements}};
  return task;
}

HostTimes per_element(const kernels::Kernel& /*kernel*/, std::int64_t elements) {
  return {.prepare = Millis{3.0} * static_cast<double>(elements),
          .compare = Millis{2.0} * static_cast<double>(elements),
          .touch = Millis{0.5}};
}

// vector_add reads 8 B and writes 4 B an element, so that a comparison writes 2 * 16 B of it, 16 ms at 0.5 ms a byte.
TEST(HostWork, PreparesOnceAProcessAndComparesOnceATaskAndContestant) {
  Workload workload;
  workload.tasks = {task("vector_add", 1024), task("vector_add", 1024, 2), task("vector_add", 2048), Task{}};
  const double prepared = 3.0 * (1024 + 2048);
  const double compared = (2.0 + 16) * (3 * 1024 + 2048);
  EXPECT_NEAR(host_work(workload, 3, 5, per_element).count(), 3 * prepared + 5 * compared, 1e-6);
  EXPECT_EQ(host_work(workload, 0, 0, per_element), Millis{0});
}

TEST(HostWork, IsForEveryProcessAndForEachContestantThatIsChecked) {
  Workload workload;
  workload.tasks = {task("vector_add", 1024)};
  Validation planned;
  planned.plans.resize(4);
  planned.policies.resize(1);
  planned.policies.front().plan = 2;
  ValidationRuns runs;
  runs.rivals = {"single-queue"};
  const double prepared = 3.0 * 1024;
  const double compared = 18.0 * 1024;
  // The first order, that of the policy, and the rival.
  EXPECT_NEAR(longest_host_work(workload, planned, runs, per_element).count(), 2 * prepared + 3 * compared, 1e-6);
  planned.every_order = true;
  EXPECT_NEAR(longest_host_work(workload, planned, runs, per_element).count(), 2 * prepared + 5 * compared, 1e-6);
  runs.check = false;
  EXPECT_EQ(longest_host_work(workload, planned, runs, per_element), Millis{0});
}

TEST(HostWork, ASampleGrowsWithTheElements) {
  for (const kernels::Kernel& kernel : kernels::all()) {
    const HostTimes sampled = sampled_host_times(kernel, kernel.usual_elements);
    EXPECT_GT(sampled.prepare, Millis{0}) << kernel.code.name;
    EXPECT_GT(sampled.compare, Millis{0}) << kernel.code.name;
    EXPECT_GT(sampled.touch, Millis{0}) << kernel.code.name;
  }
}

}  // namespace
}  // namespace warpshop::dispatch
