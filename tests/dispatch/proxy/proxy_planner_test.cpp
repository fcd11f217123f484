#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;
using test::Heard;

TEST(ProxyPlanner, SeesWhatTheProfilePredicts) {
  const gpu::Device device = test::fast_device();
  const test::Additions additions(device, 2, 1000);
  std::vector<Job> seen;
  Proxy proxy(device, test::fast_profile(Millis{3}), [&](const Instance& instance) {
    seen.insert(seen.end(), instance.jobs.begin(), instance.jobs.end());
    return test::as_chosen(instance);
  });
  Worker worker = proxy.worker("worker");
  worker.submit(additions.task(0));
  worker.drain();
  proxy.use(test::fast_profile(Millis{7}));
  worker.submit(additions.task(1));
  worker.drain();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_DOUBLE_EQ(seen[0].alone(Stage::h2d).count(), 0.005 + 8000 / 5e9 * 1e3);
  EXPECT_DOUBLE_EQ(seen[0].kernel.count(), 3.001);
  EXPECT_DOUBLE_EQ(seen[1].kernel.count(), 7.001);
  EXPECT_TRUE(seen[0].has == (std::array{true, true, true}));
}

TEST(ProxyPlanner, SeesWhichTasksALotHolds) {
  const gpu::Device device = test::fast_device();
  const test::Additions small(device, 1, 1000);
  const test::Additions large(device, 1, 2000);
  std::vector<std::uint64_t> seen;
  Proxy proxy(device, test::fast_profile(), [&](const Instance& instance) {
    seen.push_back(instance.fingerprint);
    return test::as_chosen(instance);
  });
  Worker worker = proxy.worker("worker");
  for (const test::Additions* tasks : {&small, &large, &small}) {
    worker.submit(tasks->task(0));
    worker.drain();
  }
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_NE(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
}

TEST(ProxyPlanner, ThatThrowsFailsItsLotAlone) {
  const gpu::Device device = test::fast_device();
  const Additions additions(device, 2);
  Heard heard;
  int calls = 0;
  Proxy proxy(device, test::fast_profile(), [&](const Instance& instance) {
    Plan plan = test::as_chosen(instance);
    switch (++calls) {
      case 1:
        throw std::runtime_error("no idea");
      case 2:
        plan.order.back() = 1;
        break;
      case 3:
        plan.order.push_back(0);
        break;
      default:
        break;
    }
    return plan;
  });
  Worker worker = proxy.worker("worker");
  for (int batch = 0; batch < 4; ++batch) {
    ProxyTask task = additions.task(1);
    task.done = heard.callback();
    worker.submit(std::move(task));
    worker.drain();
  }
  const std::vector<Outcome> outcomes = heard.all();
  EXPECT_EQ(outcomes[0].error, "planning: no idea");
  EXPECT_EQ(outcomes[1].error, "planning: the planner's order is no permutation of the batch");
  EXPECT_EQ(outcomes[2].error, outcomes[1].error);
  EXPECT_EQ(outcomes[3].kind, Kind::done);
}

}  // namespace
}  // namespace warpshop::dispatch
