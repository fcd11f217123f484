#include <atomic>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;

/// Everything at once: workers that come and go, tasks with any stages, pinned and pageable, priorities, predecessors,
/// launches that throw, a profile that changes, and an end in the middle.
class Storm {
 public:
  Storm(std::uint64_t seed, const gpu::host::Faults& faults)
      : seed_(seed),
        device_(test::fast_device(faults, Bytes{1 << 20})),
        proxy_(device_, test::fast_profile(), test::by_neh_gpu, {.batch = 5, .ahead = 3, .buffer = 7}) {}

  void rage() {
    std::vector<std::thread> threads;
    for (std::uint64_t w = 0; w < 6; ++w) {
      threads.emplace_back([this, w] { work(std::mt19937_64(seed_ * 100 + w)); });
    }
    while (told_ < 300 && !over_) {
      proxy_.use(test::fast_profile(Millis{0.02}));
      std::this_thread::yield();
    }
    proxy_.stop();
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  void check() const {
    EXPECT_EQ(told_, after_.size());
    EXPECT_EQ(outcomes_.size(), after_.size());
    for (const auto& [id, outcome] : outcomes_) {
      EXPECT_EQ(outcome.error.empty(), outcome.kind == Kind::done);
      const std::optional<TaskId> predecessor = after_.at(id);
      if (predecessor && outcome.kind == Kind::done) {
        EXPECT_EQ(outcomes_.at(*predecessor).kind, Kind::done);
        EXPECT_LE(outcomes_.at(*predecessor).ended, outcome.started + Millis{1e-6});
      }
    }
  }

 private:
  void work(std::mt19937_64 generator) {
    try {
      for (;;) {
        const gpu::Space space = generator() % 4 == 0 ? gpu::Space::pageable : gpu::Space::pinned;
        const Additions additions(device_, 12, 256, space);
        Worker worker = proxy_.worker("worker");
        for (std::size_t i = 0; i < 12; ++i) {
          submit(worker, additions.task(i), generator);
        }
        if (generator() % 2 == 0) {
          worker.drain();
        }
      }
    } catch (const Stopped&) {
      over_ = true;
    } catch (const DeviceError&) {
      over_ = true;
    }
  }

  void submit(Worker& worker, ProxyTask task, std::mt19937_64& generator) {
    task.priority = static_cast<int>(generator() % 3);
    switch (generator() % 8) {
      case 0:
        task.launch = [](const gpu::Stream&, std::byte*, std::byte*) { throw std::runtime_error("bad luck"); };
        break;
      case 1:
        task.launch = {};
        break;
      case 2:
        task.h2d.reset();
        task.input = Bytes{static_cast<std::int64_t>(generator() % (400 << 10)) + 2048};
        break;
      case 3:
        task.d2h.reset();
        task.output = Bytes{static_cast<std::int64_t>(generator() % (900 << 10)) + 1024};  // too large at times
        break;
      default:
        break;
    }
    task.done = [this](const Outcome& outcome) {
      const std::scoped_lock lock(mutex_);
      outcomes_[outcome.id] = outcome;
      ++told_;
    };
    const std::optional<TaskId> predecessor = any(generator);
    if (predecessor) {
      task.after = {*predecessor};
    }
    const TaskId id = worker.submit(std::move(task));
    const std::scoped_lock lock(mutex_);
    after_[id] = predecessor;
  }

  std::optional<TaskId> any(std::mt19937_64& generator) {
    const std::scoped_lock lock(mutex_);
    if (after_.empty() || generator() % 3 != 0) {
      return std::nullopt;
    }
    return std::prev(after_.end(),
                     1 + static_cast<std::ptrdiff_t>(generator() % std::min<std::size_t>(after_.size(), 5)))
        ->first;
  }

  std::uint64_t seed_;
  std::mutex mutex_;
  std::map<TaskId, std::optional<TaskId>> after_;
  std::map<TaskId, Outcome> outcomes_;
  std::atomic<std::size_t> told_ = 0;
  std::atomic<bool> over_ = false;
  gpu::Device device_;
  Proxy proxy_;
};

TEST(ProxyInAStorm, TellsEveryTaskOnceAndKeepsPredecessors) {
  const std::uint64_t first = std::random_device{}();
  for (std::uint64_t seed = first; seed < first + 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Storm storm(seed, seed % 3 == 0 ? gpu::host::Faults{.lost_at_copy = 200} : gpu::host::Faults{});
    storm.rage();
    storm.check();
  }
}

}  // namespace
}  // namespace warpshop::dispatch
