#include <new>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "dispatch/serving/serving.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "tests/dispatch/proxy/proxy_tasks.hpp"
#include "tests/shortage/shortage.hpp"

namespace warpshop::dispatch {
namespace {

using test::Shortage;

constexpr std::uint64_t kServedTasks = 10;

std::vector<ServedTask> additions(const gpu::Device& device) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: test\ntasks:\n"
      "  - {name: add, h2d: 8 KiB, kernel: {name: vector_add, elements: 1024}, d2h: 4 KiB}\n");
  const Workload workload = realise(io::parse_workload(text, "test.yaml"), test::fast_profile());
  return served_tasks(device, workload, false);
}

Service serve_ten(const gpu::Device& device, const std::vector<ServedTask>& served, Proxy& proxy, Shortage::Of what,
                  std::size_t number, bool& came) {
  Served outcome;
  {
    const Shortage shortage(what, number, Shortage::Lasting::once);
    outcome = serve(proxy, device, served, {.workers = 3, .tasks = kServedTasks, .depth = 2}, {}, nullptr);
    came = Shortage::came();
  }
  Service service{.asked = kServedTasks};
  add_up(outcome, served, service);
  return service;
}

void expect_all_accounted_for(const Service& service) {
  const ServedLine& all = service.all;
  EXPECT_EQ(all.done + all.failed + all.withdrawn + all.refused, kServedTasks);
  std::uint64_t of_workers = 0;
  for (const ServedLine& worker : service.workers) {
    of_workers += worker.done + worker.failed + worker.withdrawn + worker.refused;
  }
  EXPECT_EQ(of_workers, kServedTasks);
}

TEST(ServeInShortage, RefusesTheTasksOfAWorkerThatGetsNoThread) {
  const gpu::Device device = test::fast_device();
  const auto served = additions(device);
  for (std::size_t number = 1; number <= 3; ++number) {
    Proxy proxy(device, test::fast_profile(), test::as_chosen);
    bool came = false;
    const Service service = serve_ten(device, served, proxy, Shortage::Of::threads, number, came);
    EXPECT_TRUE(came);
    expect_all_accounted_for(service);
    EXPECT_EQ(service.all.refused, number == 1 ? 4U : 3U);
    EXPECT_EQ(service.all.done, kServedTasks - service.all.refused);
    ASSERT_EQ(service.complaints.size(), 1U);
    EXPECT_EQ(service.complaints.front(),
              "worker " + std::to_string(number) + ": start a thread: Resource temporarily unavailable");
  }
}

TEST(ServeInShortage, AccountsForEveryTaskWhicheverAllocationFails) {
  bool came = true;
  for (std::size_t number = 1; came; ++number) {
    SCOPED_TRACE(number);
    const gpu::Device device = test::fast_device();
    const auto served = additions(device);
    Proxy proxy(device, test::fast_profile(), test::as_chosen);
    try {
      const Service service = serve_ten(device, served, proxy, Shortage::Of::memory, number, came);
      expect_all_accounted_for(service);
      EXPECT_TRUE(came || service.all.done == kServedTasks);
    } catch (const std::bad_alloc&) {
      EXPECT_LT(number, 20U) << "no memory to begin with: nothing was taken";
    }
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

}  // namespace
}  // namespace warpshop::dispatch
