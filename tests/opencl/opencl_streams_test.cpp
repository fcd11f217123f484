// Streams, events and copies of the OpenCL backend.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/opencl/opened.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

/// One that adds vectors, on the device.
struct Addition : test::KernelOnDevice {
  explicit Addition(std::int64_t elements, Space space = Space::pinned)
      : KernelOnDevice(*test::opencl_device(), *kernels::find("vector_add"), elements, space) {}
};

void fill(const Buffer& buffer, std::uint32_t seed) {
  for (std::byte& each : buffer.bytes()) {
    seed = seed * 1664525U + 1013904223U;
    each = static_cast<std::byte>(seed >> 24U);
  }
}

bool same(const Buffer& a, const Buffer& b) {
  return std::ranges::equal(a.bytes(), b.bytes());
}

TEST(OpenclStreams, CopyEveryKindOfMemoryByteForByte) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Stream stream(device);
  for (const Space from_space : {Space::pinned, Space::pageable}) {
    for (const Space to_space : {Space::pinned, Space::pageable}) {
      for (const std::int64_t size : {1, 4095, 1 << 20, (4 << 20) + 3}) {
        const Buffer from(device, from_space, Bytes{size});
        const Buffer middle(device, Space::device, Bytes{size});
        const Buffer to(device, to_space, Bytes{size});
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(middle.data()) % 256, 0U);
        fill(from, static_cast<std::uint32_t>(size));
        fill(to, 0);
        stream.copy(middle, from);
        stream.copy(to, middle);
        stream.synchronize();
        EXPECT_TRUE(same(from, to)) << size << " B";
      }
    }
  }
}

/// The host may use the memory at once.
TEST(OpenclStreams, ACopyOfPageableMemoryIsOverWhenItReturns) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Buffer from(device, Space::pageable, Bytes{8 << 20});
  const Buffer middle(device, Space::device, from.size());
  const Buffer to(device, Space::pageable, from.size());
  const Buffer kept(device, Space::pageable, from.size());
  const Stream stream(device);
  fill(from, 1);
  std::ranges::copy(from.bytes(), kept.bytes().begin());
  stream.copy(middle, from);
  fill(from, 2);
  stream.copy(to, middle);
  EXPECT_TRUE(same(kept, to));
}

TEST(OpenclStreams, ManyAtOnceKeepTheirOrderEach) {
  WARPSHOP_NEEDS_OPENCL();
  std::vector<Addition> tasks;
  std::vector<Stream> streams;
  tasks.reserve(8);
  streams.reserve(8);
  for (int i = 0; i < 8; ++i) {
    tasks.emplace_back(1 << 16);
    streams.emplace_back(*test::opencl_device());
  }
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      std::ranges::fill(tasks[i].host_output.bytes(), std::byte{0xFF});
      tasks[i].submit(streams[i]);
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      streams[i].synchronize();
      EXPECT_TRUE(tasks[i].correct());
    }
  }
}

/// Arguments are a part of OpenCL's kernels.
TEST(OpenclStreams, ThreadsLaunchTheSameKernelAtOnce) {
  WARPSHOP_NEEDS_OPENCL();
  std::vector<Addition> tasks;
  tasks.reserve(4);
  for (int i = 0; i < 4; ++i) {
    tasks.emplace_back((1 << 12) + i);
  }
  std::vector<std::thread> threads;
  threads.reserve(tasks.size());
  for (const Addition& task : tasks) {
    threads.emplace_back([&task] {
      const Stream stream(*test::opencl_device());
      for (int round = 0; round < 20; ++round) {
        task.submit(stream);
      }
      stream.synchronize();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const Addition& task : tasks) {
    EXPECT_TRUE(task.correct());
  }
}

TEST(OpenclStreams, OneWaitsForAnEventOfAnother) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const test::KernelOnDevice before(device, *kernels::find("arithmetic"), 4096);  // some milliseconds
  for (std::uint32_t round = 0; round < 10; ++round) {
    const Buffer from(device, Space::pinned, Bytes{1 << 20});
    const Buffer middle(device, Space::device, from.size());
    const Buffer to(device, Space::pinned, from.size());
    const Stream in(device);
    const Stream out(device);
    const Event copied(device);
    fill(from, round);
    fill(to, round + 1);
    in.launch(before.kernel.code, before.arguments, before.layout.subtasks);
    in.copy(middle, from);
    in.record(copied);
    out.wait(copied);
    out.copy(to, middle);
    out.synchronize();
    EXPECT_TRUE(copied.reached());
    EXPECT_TRUE(same(from, to));
  }
}

TEST(OpenclEvents, MeanTheRecordingBeforeTheCall) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Addition task(1 << 16);
  const Stream first(device);
  const Stream second(device);
  const Event event(device);
  EXPECT_TRUE(event.reached());  // never recorded: nothing to wait for
  event.synchronize();
  second.wait(event);
  first.record(event);
  second.wait(event);
  task.submit(first);
  first.record(event);  // what `second` waits for is the recording before
  second.synchronize();
  event.synchronize();
  EXPECT_TRUE(event.reached());
  EXPECT_TRUE(task.correct());
}

TEST(OpenclEvents, OfAStreamAreInItsOrderByTheDevicesClock) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Addition task(1 << 20);
  const Stream stream(device);
  std::vector<Event> events;
  events.reserve(4);
  for (int i = 0; i < 4; ++i) {
    events.emplace_back(device);
  }
  const auto before = std::chrono::steady_clock::now();
  stream.record(events[0]);
  stream.copy(task.input, task.host_input);
  stream.record(events[1]);
  stream.launch(task.kernel.code, task.arguments, task.layout.subtasks);
  stream.record(events[2]);
  stream.copy(task.host_output, task.output);
  stream.record(events[3]);
  stream.synchronize();
  const Millis by_host = std::chrono::steady_clock::now() - before;
  Millis sum{0};
  for (std::size_t i = 1; i < events.size(); ++i) {
    const Millis part = elapsed(events[i - 1], events[i]);
    EXPECT_GT(part, Millis{0});  // each moves a MiB at least
    sum += part;
  }
  const Millis whole = elapsed(events[0], events[3]);
  EXPECT_NEAR(whole.count(), sum.count(), 1e-6);
  EXPECT_LE(whole, by_host * 1.01);
  EXPECT_EQ(elapsed(events[0], events[0]), Millis{0});
}

/// A clock in common: what another stream waits for was before what it does then.
TEST(OpenclEvents, OfTwoStreamsHaveOneClock) {
  WARPSHOP_NEEDS_OPENCL();
  const Device& device = *test::opencl_device();
  const Addition task(1 << 16);
  const Stream first(device);
  const Stream second(device);
  const Event start(device);
  const Event end(device);
  first.copy(task.input, task.host_input);
  first.record(start);
  second.wait(start);
  second.copy(task.host_output, task.output);
  second.record(end);
  second.synchronize();
  EXPECT_GT(elapsed(start, end), Millis{0});
  EXPECT_LT(elapsed(start, end), Millis{10'000});
}

TEST(OpenclEvents, ThatWereNotReachedHaveNoTime) {
  WARPSHOP_NEEDS_OPENCL();
  const Event never(*test::opencl_device());
  const Event recorded(*test::opencl_device());
  const Stream stream(*test::opencl_device());
  stream.record(recorded);
  stream.synchronize();
  EXPECT_THROW(elapsed(recorded, never), DeviceError);
}

}  // namespace
}  // namespace warpshop::gpu
