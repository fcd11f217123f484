#include <thread>

#include <gtest/gtest.h>

#include "sim/model/device_error.hpp"
#include "tests/dispatch/proxy_bed.hpp"

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
      EXPECT_GT(proxy.statistics().failed, 0U);
      EXPECT_THROW(proxy.worker("late"), DeviceError);
      proxy.stop();
    }
  }
}

}  // namespace
}  // namespace warpshop::dispatch
