#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using test::Heard;
using test::noting;
using test::Plug;

/// What is submitted, in that order.
class Log {
 public:
  ProxyTask task(const std::string& entry) {
    return noting([this, entry] {
      const std::scoped_lock lock(mutex_);
      entries_ += entry;
    });
  }
  std::string text() const {
    const std::scoped_lock lock(mutex_);
    return entries_;
  }

 private:
  mutable std::mutex mutex_;
  std::string entries_;
};

TEST(ProxyOrder, HigherPrioritiesGoFirstAndEqualOnesAsTheyCame) {
  Plug plug;
  Log log;
  Proxy proxy(test::fast_device(), test::fast_profile(), test::as_chosen, {.batch = 1});
  Worker worker = proxy.worker("worker");
  worker.submit(plug.task());
  plug.await_begin();
  for (const auto& [name, priority] : {std::pair{"a", 0}, {"b", -1}, {"c", 5}, {"d", 0}, {"e", 5}}) {
    ProxyTask task = log.task(name);
    task.priority = priority;
    worker.submit(std::move(task));
  }
  plug.pull();
  worker.drain();
  EXPECT_EQ(log.text(), "ceadb");
}

TEST(ProxyOrder, ALotIsSubmittedInThePlannersOrder) {
  Plug plug;
  Log log;
  const auto backwards = [](const Instance& instance) {
    Plan plan = test::as_chosen(instance);
    std::ranges::reverse(plan.order);
    return plan;
  };
  Proxy proxy(test::fast_device(), test::fast_profile(), backwards, {.batch = 3});
  Worker worker = proxy.worker("worker");
  worker.submit(plug.task());
  plug.await_begin();
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    worker.submit(log.task(name));
  }
  plug.pull();
  worker.drain();
  EXPECT_EQ(log.text(), "cbaed");
}

TEST(ProxyOrder, AFullBufferHoldsUpItsWorkerAlone) {
  Plug plug;
  Log log;
  Proxy proxy(test::fast_device(), test::fast_profile(), test::as_chosen, {.buffer = 2});
  Worker worker = proxy.worker("floods");
  Worker other = proxy.worker("does not");
  worker.submit(plug.task());
  plug.await_begin();
  worker.submit(log.task("a"));
  worker.submit(log.task("b"));
  ProxyTask refused = log.task("c");
  EXPECT_FALSE(worker.try_submit(refused));
  EXPECT_TRUE(refused.launch);  // left as it was
  std::atomic<bool> accepted = false;
  std::thread waits([&] {
    worker.submit(std::move(refused));
    accepted = true;
  });
  EXPECT_TRUE(other.submit(log.task("x")) > TaskId{});
  EXPECT_FALSE(accepted);
  plug.pull();
  waits.join();
  worker.drain();
  other.drain();
  EXPECT_EQ(log.text().size(), 4U);
}

TEST(ProxyOrder, WhoFloodsGetsNoMoreGpuTimeThanTheOthers) {
  constexpr std::size_t kModest = 15;
  constexpr std::size_t kFlood = 60;
  Plug plug;
  Heard heard;
  const gpu::Device device = test::fast_device();
  const test::Additions additions(device, kFlood + kModest, 1 << 14);
  Proxy proxy(device, test::fast_profile(), test::as_chosen, {.batch = 1, .ahead = 0});
  Worker floods = proxy.worker("floods");
  Worker modest = proxy.worker("modest");
  Worker holds = proxy.worker("holds");  // what it takes is not counted to either
  holds.submit(plug.task());
  plug.await_begin();
  std::vector<TaskId> of_modest;
  for (std::size_t i = 0; i < kFlood + kModest; ++i) {
    ProxyTask task = additions.task(i);
    task.done = heard.callback();
    if (i < kFlood) {
      floods.submit(std::move(task));
    } else {
      of_modest.push_back(modest.submit(std::move(task)));
    }
  }
  plug.pull();
  modest.drain();
  floods.drain();
  // While both wait nobody is ahead by more than the longest task, here with one more for good measure.
  std::array<Millis, 2> given{};
  Millis longest{0};
  std::size_t left = kModest;
  for (const Outcome& outcome : heard.all()) {
    const bool is_modest = std::ranges::find(of_modest, outcome.id) != of_modest.end();
    const Millis total = std::accumulate(outcome.measured.begin(), outcome.measured.end(), Millis{0});
    given[is_modest ? 1 : 0] += total;
    longest = std::max(longest, total);
    left -= is_modest ? 1 : 0;
    if (left == 0) {
      break;
    }
    EXPECT_LE(std::abs((given[0] - given[1]).count()), 2 * longest.count());
  }
}

TEST(ProxyOrder, TasksComeAfterThoseOfOtherWorkersInAnyState) {
  Plug plug;
  Heard heard;
  const gpu::Device device = test::fast_device();
  const test::Additions additions(device, 40, 1 << 12);
  Proxy proxy(device, test::fast_profile(), test::by_neh_gpu);
  Worker first = proxy.worker("first");
  Worker second = proxy.worker("second");
  first.submit(plug.task());
  plug.await_begin();
  TaskId last{};
  std::vector<TaskId> chain;
  for (std::size_t i = 0; i < 40; ++i) {
    ProxyTask task = additions.task(i);
    task.done = heard.callback();
    if (i > 0) {
      task.after = {last, chain.front()};
    }
    last = (i % 2 == 0 ? first : second).submit(std::move(task));
    chain.push_back(last);
  }
  plug.pull();
  first.drain();
  second.drain();
  for (std::size_t i = 1; i < chain.size(); ++i) {
    EXPECT_LE(heard.of(chain[i - 1]).ended, heard.of(chain[i]).started + Millis{1e-6});
  }
}

TEST(ProxyOrder, ObserversSeeEveryStageOfWhatIsDone) {
  const gpu::Device device = test::fast_device();
  const test::Additions additions(device, 1, 512);
  std::vector<std::vector<ObservedStage>> seen;
  ProxyOptions options{.observe = [&](std::span<const ObservedStage> stages) {
    seen.emplace_back(stages.begin(), stages.end());
    throw std::runtime_error("is ignored");
  }};
  Proxy proxy(device, test::fast_profile(), test::as_chosen, options);
  Worker worker = proxy.worker("worker");
  worker.submit(additions.task(0));
  worker.drain();
  ASSERT_EQ(seen.size(), 1U);
  ASSERT_EQ(seen[0].size(), 3U);
  EXPECT_EQ(seen[0][0].size, Bytes{4096});
  EXPECT_EQ(seen[0][1].kernel->name, "vector_add");
  EXPECT_EQ(seen[0][1].kernel->elements, 512);
  EXPECT_EQ(seen[0][2].size, Bytes{2048});
  EXPECT_GT(seen[0][0].start.count(), 0);
  EXPECT_LE(seen[0][0].end, seen[0][1].start + Millis{1e-6});
  EXPECT_LT(seen[0][2].start, seen[0][2].end);
}

}  // namespace
}  // namespace warpshop::dispatch
