#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/backend.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"

namespace warpshop::gpu {
namespace {

/// 1 ms a copy.
constexpr Bytes kQueuedSize{100 << 10};
constexpr host::LinkSpeed kSpeed{Millis{0}, {102.4e6}, {102.4e6}, {102.4e6}};
constexpr host::LinkSpeeds kTestLink{{{{kSpeed, kSpeed}}, {{kSpeed, kSpeed}}}};

Device host(bool single_queue, const host::Faults& faults = {}) {
  return Device(std::make_shared<host::HostDriver>(
      host::Options{.link = kTestLink, .single_queue = single_queue, .faults = faults}));
}

/// A stream with memory to copy in and out.
struct Client {
  explicit Client(const Device& device)
      : stream(device),
        end(device),
        memory(device, Space::device, kQueuedSize),
        pinned(device, Space::pinned, kQueuedSize) {}
  void copy_in() const { stream.copy(memory, pinned); }
  void copy_out() const { stream.copy(pinned, memory); }

  Stream stream;
  Event end;  ///< of the last copy that was timed
  Buffer memory, pinned;
};

/// A kernel that runs until it is let go.
class HeldKernel {
 public:
  void submit(const Stream& stream) const {
    const std::atomic<bool>* open = &open_;
    stream.launch({.name = "held",
                   .threads = 1,
                   .run_plain =
                       [](std::uint32_t /*sm*/, const void* arguments, std::uint32_t /*subtask*/) {
                         (*static_cast<const std::atomic<bool>* const*>(arguments))->wait(false);
                       }},
                  Arguments(open), 1);
  }
  void let_go() {
    open_ = true;
    open_.notify_all();
  }

 private:
  std::atomic<bool> open_ = false;
};

/// Whether a copy out ends while one that was submitted before it, in another stream, waits for a kernel. Says so only
/// after `patience`, if not.
bool overtakes(const Device& device, std::chrono::milliseconds patience) {
  HeldKernel kernel;
  const Client first(device);
  const Client second(device);
  kernel.submit(first.stream);
  first.copy_out();
  first.stream.record(first.end);
  second.copy_out();
  second.stream.record(second.end);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!second.end.reached() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  const bool overtook = second.end.reached();
  kernel.let_go();
  first.stream.synchronize();
  second.stream.synchronize();
  EXPECT_EQ(elapsed(first.end, second.end) < Millis{0}, overtook);
  return overtook;
}

// A single queue never lets it overtake, however long one waits; many queues do, however busy the machine is.
constexpr std::chrono::milliseconds kNever{20};
constexpr std::chrono::minutes kSometime{1};

TEST(SingleQueue, ACommandWaitsForThoseSubmittedToItsEngineBeforeIt) {
  EXPECT_TRUE(overtakes(host(false), kSometime));
  EXPECT_FALSE(overtakes(host(true), kNever));
}

TEST(SingleQueue, OpensWhereTheEnvironmentAsksForOneConnection) {
  const char* before = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
  EXPECT_FALSE(overtakes(kernels::open_host(), kNever));
  for (const char* connections : {"8", "11"}) {
    ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", connections, 1);
    EXPECT_TRUE(overtakes(kernels::open_host(), kSometime)) << connections;
  }
  ::unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
  EXPECT_TRUE(overtakes(kernels::open_host(), kSometime));
  if (before != nullptr) {
    ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", kept.c_str(), 1);
  }
}

TEST(SingleQueue, AnEngineStartsItsCommandsInTheOrderOfSubmission) {
  const Device device = host(true);
  constexpr std::size_t kClients = 8;
  std::vector<Client> clients;
  std::vector<Event> in;
  for (std::size_t i = 0; i < kClients; ++i) {
    clients.emplace_back(device);
    in.emplace_back(device);
  }
  // Backwards in, forwards out: each engine has an order of its own, and no order deadlocks.
  for (std::size_t i = kClients; i-- > 0;) {
    clients[i].copy_in();
    clients[i].stream.record(in[i]);
  }
  for (const Client& client : clients) {
    client.copy_out();
    client.stream.record(client.end);
  }
  for (const Client& client : clients) {
    client.stream.synchronize();
  }
  for (std::size_t i = 1; i < kClients; ++i) {
    EXPECT_GE(elapsed(in[i], in[i - 1]), Millis{0.99});
    EXPECT_GE(elapsed(clients[i - 1].end, clients[i].end), Millis{0.99});
  }
}

TEST(SingleQueue, WaitingForAnEventHoldsUpThoseBehind) {
  const Device device = host(true);
  const Client slow(device);
  const Client waiting(device);
  const Client behind(device);
  slow.copy_in();
  slow.copy_in();
  slow.stream.record(slow.end);
  waiting.stream.wait(slow.end);
  waiting.copy_out();
  behind.copy_out();
  behind.stream.record(behind.end);
  behind.stream.synchronize();
  EXPECT_GE(elapsed(slow.end, behind.end), Millis{1.99});
}

TEST(SingleQueue, PageableCopiesOfOneThreadWaitForTheirTurn) {
  const Device device = host(true);
  const Client first(device);
  const Stream second(device);
  const Buffer pageable(device, Space::pageable, kQueuedSize);
  first.copy_in();
  first.copy_out();
  first.stream.record(first.end);
  second.copy(pageable, first.memory);
  EXPECT_TRUE(first.end.reached());
}

TEST(SingleQueue, ALostDeviceLeavesNobodyWaiting) {
  const kernels::Kernel& kernel = *kernels::find("vector_add");
  for (const host::Faults& faults :
       {host::Faults{.failing_launch = 1}, host::Faults{.lost_at_copy = 2}, host::Faults{.lost_at_launch = 1}}) {
    const Device device = host(true, faults);
    const Buffer data(device, Space::device, Bytes{1 << 16});
    const Client first(device);
    const Client second(device);
    try {
      first.copy_in();
      first.stream.launch(kernel.code, kernel.bind(data.data(), data.data(), 1 << 10), 1);
      first.copy_out();
      second.copy_in();
      second.copy_out();
      second.stream.synchronize();
      FAIL() << "nothing failed";
    } catch (const DeviceError&) {
      EXPECT_THROW(first.stream.synchronize(), DeviceError);
    }
  }
}

}  // namespace
}  // namespace warpshop::gpu
