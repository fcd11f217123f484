#include <cstddef>
#include <memory>

#include <gtest/gtest.h>

#include "kernels/gpu/bsu_set.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/shortage/shortage.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

using test::Shortage;

/// The threads that play a BSU are started when it comes: without them the device has failed, and nobody waits for it.
TEST(BsuInShortage, FailsWithoutAThreadAndHangsNobody) {
  const kernels::Kernel& kernel = *kernels::find("vector_add");
  bool came = true;
  for (std::size_t number = 1; came; ++number) {
    SCOPED_TRACE(number);
    const Device device(std::make_shared<host::HostDriver>(host::Options{.sms = 3}));
    const test::KernelOnDevice on(device, kernel, 10'000);
    SubtaskCounters counters(device, 1);
    BsuPool pool(device, 2);
    BsuSet bsus(pool, on.layout.subtasks, counters.next());
    const auto run = [&] {
      BsuSet::Bsu& bsu = bsus.launch(kernel.code, on.arguments, 3);
      bsu.stream.synchronize();
    };
    {
      const Shortage shortage(Shortage::Of::threads, number, Shortage::Lasting::for_good);
      try {
        run();
        EXPECT_TRUE(bsus.over());
      } catch (const DeviceError&) {
        EXPECT_THROW(bsus.launch(kernel.code, on.arguments, 3), DeviceError);
      }
      came = Shortage::came();
    }
    ASSERT_LT(number, 50U);
  }
}

}  // namespace
}  // namespace warpshop::gpu
