#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;
using test::Heard;

TEST(ProxyOnALostDevice, TellsEveryoneAndHangsNobody) {
  for (const gpu::host::Faults& faults :
       {gpu::host::Faults{.failing_launch = 50}, {.lost_at_copy = 101}, {.lost_at_launch = 1}}) {
    for (const gpu::Space space : {gpu::Space::pinned, gpu::Space::pageable}) {
      const gpu::Device device = test::fast_device(faults);
      Proxy proxy(device, test::fast_profile(), test::as_chosen);
      std::array<Heard, 4> heard;
      std::array<std::size_t, 4> submitted{};
      std::vector<std::thread> threads;
      for (std::size_t w = 0; w < heard.size(); ++w) {
        threads.emplace_back([&, w] {
          try {
            const Additions additions(device, 100, 256, space);
            Worker worker = proxy.worker("worker");
            for (;; ++submitted[w]) {
              ProxyTask task = additions.task(submitted[w] % 100);
              task.done = heard[w].callback();
              worker.submit(std::move(task));
            }
          } catch (const DeviceError&) {
            EXPECT_EQ(heard[w].all().size(), submitted[w]);
          }
        });
      }
      for (std::thread& thread : threads) {
        thread.join();
      }
      for (const Heard& own : heard) {
        EXPECT_EQ(own.count(Kind::withdrawn), 0U);
      }
      EXPECT_GT(proxy.statistics().all.failed, 0U);
      EXPECT_THROW(proxy.worker("late"), DeviceError);
      proxy.stop();
    }
  }
}

// The second task ends with its kernel, the first with its D2H, and when somebody looks both have ended: if the second
// one were looked at first, and the device lost before the first, the second would be done and the first not.
TEST(ProxyOnALostDevice, NoTaskIsDoneThatComesAfterOneThatFailed) {
  constexpr std::size_t kCopiesOfBoth = 3;
  const gpu::Device device = test::fast_device({.lost_at_copy = kCopiesOfBoth + 1});
  const Additions additions(device, 2);
  const gpu::Stream stray(device);
  const gpu::Buffer from(device, gpu::Space::pinned, Bytes{64});
  const gpu::Buffer to(device, gpu::Space::device, Bytes{64});
  const auto lose_device = [&] {
    try {
      stray.copy(to, from);
      stray.synchronize();
    } catch (const DeviceError&) {
      // lost
    }
  };
  std::atomic<bool> looks = false;
  Heard heard;
  Proxy proxy(device, test::fast_profile(), test::as_chosen, {.ahead = 100});
  Worker worker = proxy.worker("worker");
  ProxyTask nothing = test::noting([] {});
  nothing.done = [&looks](const Outcome&) { looks.wait(false); };
  worker.submit(std::move(nothing));
  ProxyTask first = additions.task(0);
  first.done = heard.callback();
  const TaskId before = worker.submit(std::move(first));
  ProxyTask second = additions.task(1);
  second.d2h.reset();
  second.output = Bytes{4096};
  second.after = {before};
  std::atomic<bool> launched = false;
  second.launch = [&launched, launch = second.launch](const gpu::Stream& stream, std::byte* input, std::byte* output) {
    launch(stream, input, output);
    launched = true;
    launched.notify_all();
  };
  second.done = [&, tell = heard.callback()](const Outcome& outcome) {
    tell(outcome);
    lose_device();
  };
  const TaskId after = worker.submit(std::move(second));
  launched.wait(false);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until both have ended, mostly
  looks = true;
  looks.notify_all();
  worker.drain();
  EXPECT_EQ(heard.all().front().id, before);
  EXPECT_TRUE(heard.of(before).kind == Kind::done || heard.of(after).kind == Kind::failed);
}

}  // namespace
}  // namespace warpshop::dispatch
