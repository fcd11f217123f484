// A kernel that must not be late keeps 1 - slowdown of its speed alone, over the whole of it (S5 4.5.2).
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/workload.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/devices.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

Instance tasks_on(const Device& device, const std::vector<Task>& tasks) {
  const Workload workload{.name = "promise", .file = {}, .tasks = tasks};
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

Task described(const std::string& name, const KernelShape& shape, double weight) {
  Task task;
  task.name = name;
  task.kernel = KernelSpec{.work = shape, .mark = {}};
  task.weight = weight;
  return task;
}

Millis kernel_time(const Instance& instance, const std::vector<double>& numbers) {
  return evaluate::timeline(instance, test::planned_by("flexsched-latency", instance, numbers).plan)
      .intervals.front()
      .end;
}

/// What part of its speed alone the first kernel, which must not be late, has beside the second.
double speed_beside(const Device& device, const KernelShape& urgent, const KernelShape& other, double slowdown,
                    double window) {
  const std::vector<double> numbers{slowdown, window};
  const Task first = described("a", urgent, 2);
  const Instance both = tasks_on(device, {first, described("b", other, 1)});
  const Timeline timeline = evaluate::timeline(both, test::planned_by("flexsched-latency", both, numbers).plan);
  for (const Interval& interval : timeline.intervals) {
    if (interval.task == 0) {
      return kernel_time(tasks_on(device, {first}), numbers) / (interval.end - interval.start);
    }
  }
  return 0;
}

TEST(LatencyPromise, OfTwoThatWantTheSameUnits) {
  const KernelShape urgent{.time = Millis{21.83},
                           .ctas = 114'649,
                           .cta = {.threads = 64, .registers = 32},
                           .category = Category::compute_bound};
  const KernelShape other{.time = Millis{92.12},
                          .ctas = 179'069,
                          .cta = {.threads = 64, .registers = 16},
                          .category = Category::compute_bound};
  const double speed = speed_beside(test::device_of_subtasks("titanx"), urgent, other, 0.1, 0.2);
  EXPECT_GE(speed, 0.9);
  EXPECT_LT(speed, 0.99);  // it does share
}

/// Evenly, whatever size rapidcheck asks for: small sizes mean the low end alone.
double log_within(double low, double high) {
  return low * std::pow(high / low, *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 10'001)) * 1e-4);
}

KernelShape any_kernel(double longest) {
  KernelShape shape;
  shape.time = Millis{log_within(0.05, longest)};
  shape.ctas = static_cast<std::int64_t>(log_within(100, 200'000));
  shape.cta.threads = 32 * *rc::gen::inRange(1, 33);
  shape.cta.registers = *rc::gen::elementOf(std::vector<int>{16, 24, 32, 48, 64});
  shape.category = *rc::gen::arbitrary<bool>() ? Category::compute_bound : Category::memory_bound;
  return shape;
}

TEST(LatencyPromise, IsKeptWhateverTheOtherIs) {
  const std::vector<const char*> names = test::kSanitized ? std::vector{"titanx"} : std::vector{"titanx", "k20c"};
  for (const char* name : names) {
    const Device device = test::device_of_subtasks(name);
    std::size_t shared = 0;
    EXPECT_TRUE(test::holds(name, 40, [&] {
      const KernelShape urgent = any_kernel(50);
      const KernelShape other = any_kernel(50);
      const double slowdown = log_within(0.02, 0.8);
      const double window = log_within(0.02, 1);
      const double speed = speed_beside(device, urgent, other, slowdown, window);
      RC_ASSERT(speed >= (1 - slowdown) * (1 - 1e-9));
      shared += speed < 0.999 ? 1 : 0;
    }));
    const bool all = !test::kSanitized && test::fewer_cases() == 1;
    EXPECT_TRUE(shared > 0 || !all) << name;  // about ten of 40: few kernels leave room and time for others
  }
}

}  // namespace
}  // namespace warpshop::share
