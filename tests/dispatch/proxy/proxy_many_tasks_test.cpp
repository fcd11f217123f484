#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using test::Additions;
using test::Heard;

constexpr std::size_t kWorkers = 8;
constexpr std::size_t kTasksEach = 1250;
constexpr Millis kRounding{1e-6};

/// Ids that any worker may come after.
class Known {
 public:
  explicit Known(std::uint64_t seed) : generator_(seed) {}
  void add(TaskId id) {
    const std::scoped_lock lock(mutex_);
    ids_.push_back(id);
  }
  /// One of the last, in a quarter of all cases.
  std::optional<TaskId> any() {
    const std::scoped_lock lock(mutex_);
    if (ids_.empty() || generator_() % 4 != 0) {
      return std::nullopt;
    }
    return ids_[ids_.size() - 1 - generator_() % std::min<std::size_t>(ids_.size(), 100)];
  }

 private:
  std::mutex mutex_;
  std::mt19937_64 generator_;
  std::vector<TaskId> ids_;
};

void expect_each_once(const std::vector<Outcome>& outcomes, std::size_t tasks) {
  std::map<TaskId, int> times;
  for (const Outcome& outcome : outcomes) {
    ++times[outcome.id];
  }
  EXPECT_EQ(times.size(), tasks);
  EXPECT_EQ(outcomes.size(), tasks);
}

TEST(ProxyOfManyTasks, LosesNoneCallsBackOnceAndKeepsPredecessors) {
  const gpu::Device device = test::fast_device();
  Proxy proxy(device, test::fast_profile(), test::by_neh_gpu);
  Known known(17);
  std::array<Heard, kWorkers> heard;
  std::array<std::map<TaskId, TaskId>, kWorkers> after;
  std::array<std::size_t, kWorkers> wrong{};
  std::vector<std::thread> threads;
  for (std::size_t w = 0; w < kWorkers; ++w) {
    threads.emplace_back([&, w] {
      const Additions additions(device, kTasksEach);
      Worker worker = proxy.worker("worker " + std::to_string(w));
      for (std::size_t i = 0; i < kTasksEach; ++i) {
        ProxyTask task = additions.task(i);
        task.done = heard[w].callback();
        const std::optional<TaskId> predecessor = known.any();
        if (predecessor) {
          task.after = {*predecessor};
        }
        const TaskId id = worker.submit(std::move(task));
        known.add(id);
        if (predecessor) {
          after[w][id] = *predecessor;
        }
      }
      worker.drain();
      for (std::size_t i = 0; i < kTasksEach; ++i) {
        wrong[w] += additions.correct(i) ? 0U : 1U;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const auto stopping = std::chrono::steady_clock::now();
  proxy.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - stopping, std::chrono::seconds(10));

  std::vector<Outcome> all;
  for (std::size_t w = 0; w < kWorkers; ++w) {
    EXPECT_EQ(wrong[w], 0U);
    EXPECT_EQ(heard[w].count(Outcome::Kind::done), kTasksEach);
    const auto own = heard[w].all();
    all.insert(all.end(), own.begin(), own.end());
  }
  expect_each_once(all, kWorkers * kTasksEach);
  std::map<TaskId, const Outcome*> by_id;
  for (const Outcome& outcome : all) {
    by_id[outcome.id] = &outcome;
  }
  std::size_t constraints = 0;
  for (const auto& of_worker : after) {
    for (const auto& [successor, predecessor] : of_worker) {
      ++constraints;
      EXPECT_LE(by_id[predecessor]->ended, by_id[successor]->started + kRounding);
    }
  }
  EXPECT_GT(constraints, kWorkers * kTasksEach / 8);

  const ProxyStatistics statistics = proxy.statistics();
  EXPECT_EQ(statistics.all.done, kWorkers * kTasksEach);
  EXPECT_EQ(statistics.all.failed + statistics.all.withdrawn, 0U);
  ASSERT_EQ(statistics.workers.size(), kWorkers);
  EXPECT_EQ(statistics.workers[3].name, "worker 3");
  EXPECT_EQ(statistics.workers[3].done, kTasksEach);
  EXPECT_GT(statistics.workers[3].gpu_time.count(), 0);
  EXPECT_DOUBLE_EQ(statistics.mean_lot * static_cast<double>(statistics.lots), kWorkers * kTasksEach);
  EXPECT_LE(statistics.mean_lot, 16);
  EXPECT_LE(statistics.all.median, statistics.all.percentile_95);
  EXPECT_LE(statistics.all.percentile_95, statistics.all.percentile_99);
}

TEST(ProxyOfManyTasks, StopsInTheMiddleWithinASecondAndTellsEveryone) {
  const gpu::Device device = test::fast_device();
  Proxy proxy(device, test::fast_profile(), test::as_chosen);
  std::array<Heard, kWorkers> heard;
  std::array<std::size_t, kWorkers> submitted{};
  std::atomic<std::size_t> done = 0;
  std::vector<std::thread> threads;
  for (std::size_t w = 0; w < kWorkers; ++w) {
    threads.emplace_back([&, w] {
      const Additions additions(device, 1);
      Worker worker = proxy.worker("same name");
      try {
        for (;;) {
          ProxyTask task = additions.task(0);
          task.d2h.reset();  // they share their memory
          task.output = Bytes{4096};
          task.done = [&, tell = heard[w].callback()](const Outcome& outcome) {
            tell(outcome);
            ++done;
          };
          worker.submit(std::move(task));
          ++submitted[w];
        }
      } catch (const Stopped&) {
        worker.drain();
      }
    });
  }
  while (done < 200) {
    std::this_thread::yield();
  }
  const auto stopping = std::chrono::steady_clock::now();
  proxy.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - stopping, std::chrono::seconds(10));
  proxy.stop();
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::size_t withdrawn = 0;
  for (std::size_t w = 0; w < kWorkers; ++w) {
    expect_each_once(heard[w].all(), submitted[w]);
    withdrawn += heard[w].count(Outcome::Kind::withdrawn);
    EXPECT_EQ(heard[w].count(Outcome::Kind::failed), 0U);
  }
  EXPECT_EQ(proxy.statistics().all.withdrawn, withdrawn);
  EXPECT_EQ(proxy.statistics().workers.size(), 1U);
  EXPECT_THROW(proxy.worker("late"), Stopped);
}

TEST(ProxyOfManyTasks, FinishDoesAllThatWaits) {
  const gpu::Device device = test::fast_device();
  const Additions additions(device, 60);
  Heard heard;
  Proxy proxy(device, test::fast_profile(), test::by_neh_gpu);
  Worker worker = proxy.worker("worker");
  for (std::size_t i = 0; i < 60; ++i) {
    ProxyTask task = additions.task(i);
    task.done = heard.callback();
    worker.submit(std::move(task));
  }
  proxy.finish();
  EXPECT_EQ(heard.count(Outcome::Kind::done), 60U);
  EXPECT_TRUE(additions.correct(59));
  EXPECT_THROW(worker.submit(additions.task(0)), Stopped);
}

}  // namespace
}  // namespace warpshop::dispatch
