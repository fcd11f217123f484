// What docs say of kernels that tasks describe, on some of the SMs.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/workload.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/planned_by.hpp"

namespace warpshop::share {
namespace {

Device twenty_sms() {
  Device device;
  device.name = "dev";
  device.sm = SmModel{.count = 20, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32};
  return device;
}

struct Shape {
  double time = 1;
  std::int64_t ctas = 1;
  std::int64_t threads = 256;
  double release = 0;
  Category category = Category::compute_bound;
};

Instance described(const std::vector<Shape>& shapes) {
  Workload workload{.name = "described", .tasks = {}};
  for (const Shape& shape : shapes) {
    Task& task = workload.tasks.emplace_back();
    task.name = "t" + std::to_string(workload.tasks.size());
    task.kernel = KernelSpec{.work = KernelShape{.time = Millis{shape.time},
                                                 .ctas = shape.ctas,
                                                 .cta = {.threads = shape.threads},
                                                 .category = shape.category}};
    task.release = Millis{shape.release};
  }
  const Device device = twenty_sms();
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

TEST(DescribedKernels, OnHalfOfTheSmsTakeTwiceAsLongUnlessTheyMoveMemory) {
  for (const auto& [category, times] : {std::pair{Category::compute_bound, 2.0}, {Category::memory_bound, 1.0}}) {
    const Instance instance = described({{.time = 4, .ctas = 16'000, .category = category}});
    EXPECT_NEAR(test::planned_by("mps", instance, {50}).predicted / instance.jobs[0].kernel, times, 0.1);
  }
}

TEST(Smt, ANewKernelIsBesideTheLastWaveOfTheOneThatHadItsSms) {
  // The first has ended all but its last wave when the second comes, and stays until that has ended.
  const Instance instance = described({{.time = 4.1747, .ctas = 1152, .threads = 128},
                                       {.time = 3.8774, .ctas = 381, .threads = 256, .release = 3.7812}});
  const Timeline timeline = evaluate::timeline(instance, test::planned_by("smt", instance, {4}).plan);
  const auto held = [&](std::uint32_t task, std::uint32_t sm, Millis from, Millis to) {
    return std::any_of(timeline.residencies.begin(), timeline.residencies.end(), [&](const Residency& each) {
      return each.task == task && each.first_sm <= sm && sm < each.first_sm + each.sms && each.start < to &&
             from < each.end;
    });
  };
  const Millis first_ends = timeline.intervals[0].end;
  ASSERT_GT(first_ends, Millis{3.7812});
  EXPECT_TRUE(held(0, 19, Millis{3.7812}, first_ends));
  EXPECT_TRUE(held(1, 19, Millis{3.7812}, first_ends)) << "it has what the last wave leaves free";
}

}  // namespace
}  // namespace warpshop::share
