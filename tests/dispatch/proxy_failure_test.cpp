#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "sim/model/device_error.hpp"
#include "sim/model/error.hpp"
#include "tests/dispatch/proxy_bed.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;
using test::Heard;
using test::Plug;

class ProxyFailures : public testing::Test {
 protected:
  ProxyTask good(std::size_t i) {
    ProxyTask task = additions.task(i);
    task.done = heard.callback();
    return task;
  }
  ProxyTask throwing() {
    ProxyTask task = additions.task(0);
    task.launch = [](const gpu::Stream&, std::byte*, std::byte*) { throw std::runtime_error("no kernel today"); };
    task.done = heard.callback();
    return task;
  }
  void expect_failed(TaskId id, const std::string& error) const {
    EXPECT_EQ(heard.of(id).kind, Kind::failed);
    EXPECT_EQ(heard.of(id).error, error);
  }

  gpu::Device device = test::fast_device();
  Additions additions{device, 20};
  Heard heard;
  Proxy proxy{device, test::fast_profile(), test::by_neh_gpu};
  Worker worker = proxy.worker("worker");
};

TEST_F(ProxyFailures, ALaunchThatThrowsFailsItsTaskAlone) {
  std::vector<TaskId> ids;
  for (std::size_t i = 1; i < 20; ++i) {
    ids.push_back(worker.submit(i % 3 == 0 ? throwing() : good(i)));
  }
  worker.drain();
  for (std::size_t i = 1; i < 20; ++i) {
    if (i % 3 == 0) {
      expect_failed(ids[i - 1], "no kernel today");
    } else {
      EXPECT_EQ(heard.of(ids[i - 1]).kind, Kind::done);
      EXPECT_TRUE(additions.correct(i));
    }
  }
}

TEST_F(ProxyFailures, WhatComesAfterATaskThatFailedFailsAndNamesIt) {
  Plug plug;
  worker.submit(plug.task());
  plug.await_begin();
  const TaskId failing = worker.submit(throwing());
  ProxyTask second = good(1);
  second.after = {failing};
  const TaskId next = worker.submit(std::move(second));
  ProxyTask third = good(2);
  third.after = {next};
  const TaskId last = worker.submit(std::move(third));
  const TaskId other = worker.submit(good(3));
  plug.pull();
  worker.drain();
  expect_failed(failing, "no kernel today");
  expect_failed(next, "task 2, which it comes after, was not done");
  expect_failed(last, "task 3, which it comes after, was not done");
  EXPECT_EQ(heard.of(other).kind, Kind::done);
  ProxyTask late = good(4);
  late.after = {other, failing};
  expect_failed((worker.submit(std::move(late)), worker.drain(), TaskId{6}),
                "task 2, which it comes after, was not done");
}

TEST_F(ProxyFailures, ATaskThatNeverFitsFailsAlone) {
  ProxyTask large = good(1);
  large.output = Bytes{60 << 20};
  const TaskId id = worker.submit(std::move(large));
  const TaskId other = worker.submit(good(2));
  worker.drain();
  expect_failed(id, "the task takes 67110912 B of device memory, of which there are 53687091 B for tasks");
  EXPECT_EQ(heard.of(other).kind, Kind::done);
}

TEST_F(ProxyFailures, TasksThatDoNotFitTogetherRunInTurn) {
  for (std::size_t i = 0; i < 20; ++i) {
    ProxyTask task = good(i);
    task.output = Bytes{static_cast<std::int64_t>(i + 5) << 20};
    worker.submit(std::move(task));
  }
  worker.drain();
  EXPECT_EQ(heard.count(Kind::done), 20U);
  EXPECT_TRUE(additions.correct(19));
}

TEST_F(ProxyFailures, MemoryThatTheDeviceDoesNotHaveFailsItsTaskAlone) {
  const gpu::Buffer of_another_program(device, gpu::Space::device, Bytes{40 << 20});
  ProxyTask large = good(1);
  large.output = Bytes{32 << 20};
  const TaskId id = worker.submit(std::move(large));
  const TaskId other = worker.submit(good(2));
  worker.drain();
  expect_failed(id, "allocate 33554432 B: out of memory");
  EXPECT_EQ(heard.of(other).kind, Kind::done);
}

TEST_F(ProxyFailures, WhatACallbackThrowsComesOutOfDrainOnce) {
  for (const char* text : {"first", "second"}) {
    ProxyTask task = additions.task(1);
    task.done = [text](const Outcome&) { throw std::runtime_error(text); };
    worker.submit(std::move(task));
  }
  Worker other = proxy.worker("other");
  other.submit(good(2));
  EXPECT_NO_THROW(other.drain());
  try {
    worker.drain();
    FAIL() << "a callback threw";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
  EXPECT_NO_THROW(worker.drain());
}

TEST_F(ProxyFailures, AWorkerThatThrowsWithdrawsWhatWaitsAndHurtsNobody) {
  Plug plug;
  worker.submit(plug.task());
  plug.await_begin();
  Heard of_thrower;
  std::thread thrower([&] {
    try {
      const Additions own(device, 10);
      Worker unlucky = proxy.worker("unlucky");
      for (std::size_t i = 0; i < 10; ++i) {
        ProxyTask task = own.task(i);
        task.done = of_thrower.callback();
        unlucky.submit(std::move(task));
      }
      throw std::runtime_error("out of luck");
    } catch (const std::runtime_error&) {
      EXPECT_EQ(of_thrower.all().size(), 10U);  // before its memory went
    }
  });
  ProxyTask successor = good(1);
  successor.after = {TaskId{3}};
  while (proxy.statistics().withdrawn == 0) {
    std::this_thread::yield();  // until it has withdrawn
  }
  const TaskId id = worker.submit(std::move(successor));
  plug.pull();
  worker.drain();
  thrower.join();
  EXPECT_EQ(of_thrower.count(Kind::withdrawn), 10U);
  EXPECT_EQ(of_thrower.all().front().error, "its worker went away");
  expect_failed(id, "task 3, which it comes after, was not done");
}

TEST_F(ProxyFailures, ACallbackMaySubmitWithoutWaitingAndNothingElse) {
  std::string errors;
  ProxyTask task = additions.task(1);
  task.done = [&](const Outcome&) {
    ProxyTask next = good(2);
    EXPECT_TRUE(worker.try_submit(next));
    for (const std::function<void()>& call :
         {std::function<void()>([&] { worker.submit(good(3)); }), {[&] { worker.drain(); }}, {[&] { proxy.stop(); }}}) {
      try {
        call();
      } catch (const std::logic_error& error) {
        errors += std::string(error.what()).substr(0, 6) + ' ';
      }
    }
  };
  worker.submit(std::move(task));
  worker.drain();
  EXPECT_EQ(errors, "submit drain: stop:  ");
  EXPECT_EQ(heard.count(Kind::done), 1U);
}

TEST_F(ProxyFailures, WhatMakesNoSenseIsRefused) {
  EXPECT_THROW(worker.submit({}), std::invalid_argument);
  EXPECT_THROW(worker.submit({.h2d = CopyIn{}}), std::invalid_argument);
  ProxyTask negative = good(1);
  negative.kernel = Millis{-1};
  EXPECT_THROW(worker.submit(negative), std::invalid_argument);
  ProxyTask early = good(1);
  early.after = {TaskId{1}};
  EXPECT_THROW(worker.submit(early), std::invalid_argument);
  ProxyTask unknown = good(1);
  unknown.kernel = KernelCall{"unheard_of", 1};
  EXPECT_THROW(worker.submit(unknown), InputError);
  EXPECT_THROW(Proxy(device, test::fast_profile(), test::as_chosen, {.lot = 0}), std::invalid_argument);
  worker.drain();
  EXPECT_TRUE(heard.all().empty());
}

TEST_F(ProxyFailures, AProfileWithoutTheKernelFailsWhatNeedsIt) {
  Plug plug;
  worker.submit(plug.task());
  plug.await_begin();
  const TaskId id = worker.submit(good(1));
  ProxyTask by_time = good(2);
  by_time.kernel = Millis{1};
  const TaskId other = worker.submit(std::move(by_time));
  Device without = test::fast_profile();
  without.kernels.clear();
  proxy.use(without);
  plug.pull();
  worker.drain();
  EXPECT_NE(heard.of(id).error.find("does not know the kernel 'vector_add'"), std::string::npos) << heard.of(id).error;
  EXPECT_EQ(heard.of(other).kind, Kind::done);
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
  for (int lot = 0; lot < 4; ++lot) {
    ProxyTask task = additions.task(1);
    task.done = heard.callback();
    worker.submit(std::move(task));
    worker.drain();
  }
  const std::vector<Outcome> outcomes = heard.all();
  EXPECT_EQ(outcomes[0].error, "planning: no idea");
  EXPECT_EQ(outcomes[1].error, "planning: the planner's order is no permutation of the lot");
  EXPECT_EQ(outcomes[2].error, outcomes[1].error);
  EXPECT_EQ(outcomes[3].kind, Kind::done);
}

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
