#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

constexpr Bytes kSize{1 << 20};

Device host(const host::Options& options = {}) {
  return Device(std::make_shared<host::HostDriver>(options));
}

/// One that adds vectors.
struct Task : test::KernelOnDevice {
  explicit Task(const Device& device, std::int64_t elements = 1 << 16, Space space = Space::pinned)
      : KernelOnDevice(device, *kernels::find("vector_add"), elements, space) {}
};

TEST(HostBackend, ATaskInOneStreamIsCopiedInComputedAndCopiedOut) {
  const Device device = host();
  for (const Space space : {Space::pinned, Space::pageable}) {
    const Task task(device, 1 << 16, space);
    const Stream stream(device);
    task.submit(stream);
    stream.synchronize();
    EXPECT_TRUE(task.correct());
  }
}

TEST(HostBackend, ManyStreamsAtOnceKeepTheirOrderEach) {
  const Device device = host();
  std::vector<Task> tasks;
  std::vector<Stream> streams;
  for (int i = 0; i < 8; ++i) {
    tasks.emplace_back(device, 1 << 14);
    streams.emplace_back(device);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    tasks[i].submit(streams[i]);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    streams[i].synchronize();
    EXPECT_TRUE(tasks[i].correct());
  }
}

TEST(HostBackend, AStreamWaitsForAnEventOfAnother) {
  const Device device = host();
  const Buffer from(device, Space::pinned, kSize);
  const Buffer middle(device, Space::device, kSize);
  const Buffer to(device, Space::pinned, kSize);
  std::fill(from.bytes().begin(), from.bytes().end(), std::byte{7});
  const Stream in(device);
  const Stream out(device);
  const Event copied(device);
  in.copy(middle, from);
  in.record(copied);
  out.wait(copied);
  out.copy(to, middle);
  out.synchronize();
  EXPECT_TRUE(copied.reached());
  EXPECT_TRUE(std::ranges::all_of(to.bytes(), [](std::byte byte) { return byte == std::byte{7}; }));
}

TEST(HostBackend, WaitingMeansTheEventAsRecordedLastBeforeTheCall) {
  const Device device = host();
  const Task task(device);
  const Stream first(device);
  const Stream second(device);
  const Event event(device);
  second.wait(event);  // never recorded: no wait
  first.record(event);
  second.wait(event);
  task.submit(first);
  first.record(event);  // what `second` waits for is the recording before
  second.synchronize();
  first.synchronize();
  EXPECT_TRUE(event.reached());
}

TEST(HostBackend, ACopyTakesAsLongAsTheLinkSaysAtLeast) {
  const Device device = host();
  const Buffer from(device, Space::pinned, kSize);
  const Buffer to(device, Space::device, kSize);
  const Stream stream(device);
  const Event start(device);
  const Event end(device);
  stream.record(start);
  stream.copy(to, from);
  stream.record(end);
  end.synchronize();
  const host::LinkSpeed& speed = host::kHostLink[0][0];
  EXPECT_GE(elapsed(start, end), (speed.latency + kSize / speed.alone) * 0.999);
}

TEST(HostBackend, AnEventThatWasNotReachedHasNoTime) {
  const Device device = host();
  const Event never(device);
  const Event recorded(device);
  const Stream stream(device);
  stream.record(recorded);
  stream.synchronize();
  EXPECT_THROW(elapsed(recorded, never), DeviceError);
}

TEST(HostBackend, APersistentKernelIsEvictedByAWordThatIsCopiedWhileItRuns) {
  const Device device = host();
  const Task task(device, 1 << 20);
  const Buffer words(device, Space::pinned, Bytes{2 * sizeof(std::uint32_t)});
  const Buffer device_words(device, Space::device, Bytes{2 * sizeof(std::uint32_t)});
  std::memset(words.data(), 0, 2 * sizeof(std::uint32_t));
  const Stream stream(device);
  stream.copy(task.input, task.host_input);
  stream.copy(device_words, words);
  const auto* state = reinterpret_cast<const std::uint32_t*>(device_words.data());
  auto* next = reinterpret_cast<std::uint32_t*>(device_words.data()) + 1;
  const Control control{.state = state, .next_subtask = next, .subtasks = task.layout.subtasks};
  stream.launch(task.kernel.code, task.arguments, 4, control);
  const Buffer evict(device, Space::pinned, Bytes{sizeof(std::uint32_t)});
  const auto order = static_cast<std::uint32_t>(BsuState::evict);
  std::memcpy(evict.data(), &order, sizeof(order));
  const Stream control_stream(device);
  control_stream.copy(device_words, evict);
  control_stream.synchronize();
  stream.synchronize();
  const std::uint32_t run = static_cast<std::uint32_t>(BsuState::run);
  std::memcpy(evict.data(), &run, sizeof(run));
  stream.copy(device_words, evict);  // and on with the subtasks that are left
  stream.launch(task.kernel.code, task.arguments, 4, control);
  stream.copy(task.host_output, task.output);
  stream.synchronize();
  EXPECT_TRUE(task.correct());
}

TEST(HostBackend, OutOfMemoryIsADeviceErrorAndHarmsNothing) {
  const Device device = host({.memory = Bytes{3 << 20}});
  const Buffer first(device, Space::device, Bytes{2 << 20});
  try {
    const Buffer second(device, Space::device, Bytes{2 << 20});
    FAIL() << "there was no room";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "allocate 2097152 B: out of memory");
  }
  const Task task(device, 1 << 10);
  const Stream stream(device);
  task.submit(stream);
  stream.synchronize();
  EXPECT_TRUE(task.correct());
}

/// Everything that is submitted or waited for after the fault throws, and nothing hangs.
void expect_dead(const Device& device, const Stream& stream, const Event& event) {
  EXPECT_THROW(stream.synchronize(), DeviceError);
  EXPECT_THROW(event.synchronize(), DeviceError);
  EXPECT_THROW(Stream{device}, DeviceError);
  EXPECT_THROW(Buffer(device, Space::device, kSize), DeviceError);
}

TEST(HostBackend, AKernelThatFailsEndsEverything) {
  const Device device = host({.faults = {.failing_launch = 2}});
  const Task task(device);
  const Stream stream(device);
  const Stream other(device);
  const Event end(device);
  try {
    for (int i = 0; i < 3; ++i) {
      task.submit(stream);
    }
    stream.record(end);
    other.wait(end);
    other.copy(task.input, task.host_input);
    other.synchronize();
    FAIL() << "a kernel failed";
  } catch (const DeviceError& error) {  // of synchronize(), or of what was called when it failed
    EXPECT_TRUE(std::string_view(error.what()).ends_with(": a kernel failed: illegal memory access")) << error.what();
  }
  expect_dead(device, stream, end);
}

TEST(HostBackend, ADeviceThatVanishesDuringACopyHangsNobody) {
  for (const Space space : {Space::pinned, Space::pageable}) {
    const Device device = host({.faults = {.lost_at_copy = 3}});
    const Task task(device, 1 << 18, space);
    const Stream stream(device);
    const Event end(device);
    try {
      task.submit(stream);
      task.submit(stream);
      stream.record(end);
      stream.synchronize();
      FAIL() << "the device vanished";
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("the device is lost"), std::string::npos) << error.what();
    }
    EXPECT_THROW(stream.synchronize(), DeviceError);
  }
}

TEST(HostBackend, ThreadsMaySubmitAtOnce) {
  const Device device = host();
  std::vector<std::thread> threads;
  std::vector<char> correct(4, 0);
  for (std::size_t i = 0; i < correct.size(); ++i) {
    threads.emplace_back([&, i] {
      const Task task(device, 1 << 14, i % 2 == 0 ? Space::pinned : Space::pageable);
      const Stream stream(device);
      task.submit(stream);
      stream.synchronize();
      correct[i] = task.correct() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(correct, std::vector<char>(4, 1));
}

}  // namespace
}  // namespace warpshop::gpu
