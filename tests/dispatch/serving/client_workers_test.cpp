// Clients whose threads hand in requests, served by the host backend in real time.
#include "dispatch/serving/client_workers.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "dispatch/plan/runner.hpp"
#include "dispatch/serving/handed_in_requests.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/dispatch/host_profile.hpp"
#include "tests/dispatch/share/host_profile_of_sms.hpp"

namespace warpshop::dispatch {
namespace {

using Answer = HandedInRequests::Answer;

constexpr const char* kServedClients =
    "schema: warpshop.workload/1\nname: clients\nhorizon: 200 ms\nclients:\n"
    "  - {name: chat, arrivals: {every: 10 ms}, streams: 2, goal: {latency: 100 ms, quantile: 90 %},\n"
    "     request: [{h2d: 16 KiB, kernel: {name: vector_add, elements: 16384}, d2h: 16 KiB}]}\n"
    "  - {name: scan, arrivals: {closed: 2, think: 1 ms}, class: offline,\n"
    "     request: [{kernel: {name: reduction, elements: 65536}}]}\n";

struct Served {
  explicit Served(const gpu::host::Faults& faults = {}) : profile(test::profile_of_sms()) {
    std::istringstream text(kServedClients);
    workload = realise(io::parse_workload(text, "test.yaml"), profile);
    instance = resolve(workload, profile);
    evaluate::prepare_sharing(instance, profile);
    plan = find_in(share::policies(), "smk")->plan(instance, {}).plan;
    runner = std::make_unique<Runner>(test::host_device(faults), workload, Check::yes, &instance);
  }
  Runner::ClientsRun run(
      RequestFeed& feed, const std::function<void()>& asked = [] {}) {
    return runner->run_clients(plan, feed, {.horizon = workload.clients.horizon}, Check::yes, asked);
  }

  Device profile;
  Workload workload;
  Instance instance;
  Plan plan;
  std::unique_ptr<Runner> runner;
};

TEST(ClientWorkers, HandInWhatIsDue) {
  Served served;
  HandedInRequests requests(2);
  const ClientWorkers workers(requests, served.workload.clients, served.workload.clients.horizon, 1);
  const Runner::ClientsRun run = served.run(requests);
  EXPECT_TRUE(run.wrong.empty());
  EXPECT_EQ(run.outcome.clients[0].arrived, 20U);
  EXPECT_EQ(run.outcome.clients[0].unfinished + run.outcome.clients[0].all_latencies().count(), 20U);
  EXPECT_GT(run.outcome.clients[1].arrived, 2U);
  EXPECT_EQ(run.outcome.horizon, Millis{200});
}

TEST(ClientWorkers, StopBeforeTheirTime) {
  Served served;
  HandedInRequests requests(2);
  ClientWorkers workers(requests, served.workload.clients, served.workload.clients.horizon, 1);
  const Millis begin = std::chrono::steady_clock::now().time_since_epoch();
  bool stopped = false;
  const Runner::ClientsRun run = served.run(requests, [&] {
    if (!stopped && std::chrono::steady_clock::now().time_since_epoch() - begin > Millis{50}) {
      stopped = true;
      workers.stop();
    }
  });
  EXPECT_TRUE(stopped);
  EXPECT_LT(run.outcome.horizon, Millis{200});
  EXPECT_LT(run.outcome.clients[0].arrived, 20U);
}

TEST(ClientWorkers, EndWhenTheDeviceIsLost) {
  Served served({.lost_at_launch = 7});
  HandedInRequests requests(2);
  const ClientWorkers workers(requests, served.workload.clients, served.workload.clients.horizon, 1);
  EXPECT_THROW(served.run(requests), DeviceError);
}

/// Threads of others, who are told of each request once: those that come too late to be served, too.
TEST(HandedInRequests, EachIsToldOnce) {
  Served served;
  HandedInRequests requests(2);
  std::mutex mutex;
  std::vector<int> told(400);
  std::atomic<int> answered = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      requests.await_begin();
      for (std::size_t i = 0; i < 100; ++i) {
        requests.hand_in(number % 2, requests.now(), [&, number, i](Answer answer, Millis /*now*/) {
          const std::scoped_lock lock(mutex);
          ++told[100 * number + i];
          answered += answer == Answer::answered ? 1 : 0;
        });
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    });
  }
  std::thread closing([&] {
    requests.await_begin();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    requests.close();
  });
  const Runner::ClientsRun run = served.run(requests);
  for (std::thread& thread : threads) {
    thread.join();
  }
  closing.join();
  EXPECT_TRUE(run.wrong.empty());
  EXPECT_EQ(std::count(told.begin(), told.end(), 1), 400);
  EXPECT_GT(answered, 0);
  EXPECT_EQ(static_cast<std::uint64_t>(answered.load()),
            run.outcome.clients[0].all_latencies().count() + run.outcome.clients[1].all_latencies().count());
}

}  // namespace
}  // namespace warpshop::dispatch
