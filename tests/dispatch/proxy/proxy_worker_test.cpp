#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/dispatch/proxy/proxy_fixture.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Additions;
using test::Heard;
using test::Plug;

class ProxyWorkers : public test::ProxyTest {};

TEST_F(ProxyWorkers, WhatACallbackThrowsComesOutOfDrainOnce) {
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

TEST_F(ProxyWorkers, AWorkerThatThrowsWithdrawsWhatWaitsAndHurtsNobody) {
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
  while (proxy.statistics().all.withdrawn == 0) {
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

TEST_F(ProxyWorkers, ACallbackMaySubmitWithoutWaitingAndNothingElse) {
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

TEST_F(ProxyWorkers, WhatMakesNoSenseIsRefused) {
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
  EXPECT_THROW(Proxy(device, test::fast_profile(), test::as_chosen, {.batch = 0}), std::invalid_argument);
  worker.drain();
  EXPECT_TRUE(heard.all().empty());
}

TEST_F(ProxyWorkers, AProfileWithoutTheKernelFailsWhatNeedsIt) {
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

}  // namespace
}  // namespace warpshop::dispatch
