#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;
using test::Heard;
using test::Plug;

TEST(ProxyWithPageableMemory, IsRightAndMixesWithPinned) {
  const gpu::Device device = test::fast_device();
  const Additions pinned(device, 40);
  const Additions pageable(device, 40, 256, gpu::Space::pageable);
  Heard heard;
  Proxy proxy(device, test::fast_profile(), test::by_neh_gpu);
  Worker worker = proxy.worker("worker");
  TaskId last{};
  for (std::size_t i = 0; i < 80; ++i) {
    ProxyTask task = (i % 2 == 0 ? pinned : pageable).task(i / 2);
    if (i % 5 == 0) {
      task.h2d->memory = Memory::pageable;  // as it may be called
    }
    if (i % 7 == 1) {
      task.after = {last};
    }
    task.done = heard.callback();
    last = worker.submit(std::move(task));
  }
  worker.drain();
  EXPECT_EQ(heard.count(Kind::done), 80U);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_TRUE(pinned.correct(i) && pageable.correct(i)) << i;
  }
}

TEST(ProxyWithPageableMemory, OneEngineThatIsHeldUpDoesNotHoldUpAnother) {
  const gpu::Device device = test::fast_device();
  const Additions additions(device, 2, 256, gpu::Space::pageable);
  Plug plug;
  Proxy proxy(device, test::fast_profile(), test::as_chosen);
  Worker worker = proxy.worker("worker");
  ProxyTask held = additions.task(0);
  held.launch = plug.task().launch;
  worker.submit(std::move(held));
  plug.await_begin();
  ProxyTask other = additions.task(1);
  other.launch = {};
  other.d2h.reset();
  other.done = [&](const Outcome&) { plug.pull(); };  // never, if it had to wait
  worker.submit(std::move(other));
  worker.drain();
}

}  // namespace
}  // namespace warpshop::dispatch
