#include <string>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_fixture.hpp"

namespace warpshop::dispatch {
namespace {

using Kind = Outcome::Kind;
using test::Plug;

class ProxyFailures : public test::ProxyTest {};

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
  const TaskId id = worker.submit(std::move(late));
  worker.drain();
  expect_failed(id, "task 2, which it comes after, was not done");
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

}  // namespace
}  // namespace warpshop::dispatch
