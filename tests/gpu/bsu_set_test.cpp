// BSUs that come and go while their kernel runs: every subtask is done once, whatever happens.
#include "kernels/gpu/bsu_set.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/code.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "tests/gpu/counting.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

Device device_of_host() {
  return Device(std::make_shared<host::HostDriver>(host::Options{}));
}

/// Words of a device of the host backend, which can be looked at here.
struct Words {
  Words(const Device& device, std::size_t count)
      : memory(device, Space::device, Bytes{static_cast<std::int64_t>(count * sizeof(std::uint32_t))}),
        first(reinterpret_cast<std::uint32_t*>(memory.data())) {
    std::fill_n(first, count, 0U);
  }
  Buffer memory;
  std::uint32_t* first;
};

constexpr std::uint32_t kSubtasks = 3'000;

struct CountingKernel {
  explicit CountingKernel(const Device& device)
      : times(device, kSubtasks),
        sm(device, kSubtasks),
        arguments(Counting::Arguments{times.first, sm.first}),
        counters(device, 1),
        pool(device, 2),
        bsus(pool, kSubtasks, counters.next()) {}

  /// How often the subtasks were done: the least and the most.
  std::pair<std::uint32_t, std::uint32_t> seen() const {
    const auto [least, most] = std::minmax_element(times.first, times.first + kSubtasks);
    return {*least, *most};
  }

  Words times, sm;
  Arguments arguments;
  SubtaskCounters counters;
  BsuPool pool;
  BsuSet bsus;
  std::array<BsuSet::Bsu*, 3> there{};
  std::array<bool, 3> told{};  ///< to leave
};

/// One of its BSUs, by chance, is let run or told to leave. Whether there was anything to do: none has found that all
/// subtasks are taken.
bool move_one(CountingKernel& kernel, const Code& code, std::mt19937& draw, int& evictions) {
  const std::size_t which = draw() % kernel.there.size();
  BsuSet::Bsu*& bsu = kernel.there[which];
  if (bsu == nullptr) {
    bsu = &kernel.bsus.launch(code, kernel.arguments, static_cast<std::uint32_t>(1 + draw() % 3));
    kernel.told[which] = false;
  } else if (BsuSet::has_left(*bsu)) {
    EXPECT_EQ(BsuSet::there(*bsu), 0U);
    kernel.bsus.take_out(*std::exchange(bsu, nullptr));
    return kernel.told[which];
  } else if (!kernel.told[which] && draw() % 4 == 0) {
    BsuSet::evict(*bsu);
    kernel.told[which] = true;
    ++evictions;
  }
  return true;
}

TEST(BsuSet, DoesEverySubtaskOnceThroughAThousandRandomEvictions) {
  const Code code = code_of<Counting>();
  const Device device = device_of_host();
  std::mt19937 draw(7);
  int evictions = 0;
  while (evictions < 1000) {
    std::array<CountingKernel, 2> kernels{CountingKernel(device), CountingKernel(device)};
    std::array<bool, 2> goes_on{true, true};
    while (goes_on[0] || goes_on[1]) {
      const std::size_t which = draw() % 2;
      goes_on[which] = goes_on[which] && move_one(kernels[which], code, draw, evictions);
    }
    for (CountingKernel& kernel : kernels) {
      for (BsuSet::Bsu* bsu : kernel.there) {
        if (bsu != nullptr) {
          bsu->stream.synchronize();
        }
      }
      EXPECT_EQ(kernel.bsus.done(), kSubtasks);
      ASSERT_EQ(kernel.seen(), std::pair(1U, 1U));
    }
  }
}

TEST(BsuSet, EvictsOneWhileItsNeighboursGoOn) {
  const Code code = code_of<Counting>();
  const Device device = device_of_host();
  CountingKernel kernel(device);
  BsuSet::Bsu& one = kernel.bsus.launch(code, kernel.arguments, 1);
  BsuSet::evict(one);
  one.stream.synchronize();
  const std::uint32_t first = BsuSet::done(one);
  EXPECT_TRUE(BsuSet::has_left(one));
  BsuSet::Bsu& other = kernel.bsus.launch(code, kernel.arguments, 2);
  other.stream.synchronize();
  EXPECT_EQ(BsuSet::done(one), first);
  EXPECT_EQ(BsuSet::done(other), kSubtasks - first);
  kernel.bsus.take_out(one);
  EXPECT_TRUE(kernel.bsus.over());
  EXPECT_EQ(kernel.seen(), std::pair(1U, 1U));
}

TEST(BsuSet, AreOnTheSmsOfTheirPlace) {
  const Code code = code_of<Counting>();
  const Device device = device_of_host();
  for (const std::uint32_t sm : {0U, 1U}) {
    CountingKernel kernel(device);
    kernel.bsus.launch(code, kernel.arguments, 2, {.first_sm = sm, .sms = 1}).stream.synchronize();
    EXPECT_TRUE(kernel.bsus.over());
    EXPECT_TRUE(std::all_of(kernel.sm.first, kernel.sm.first + kSubtasks, [&](auto each) { return each == sm; }));
  }
}

/// One that nobody has waited for leaves before its set and the memory that it writes are gone.
TEST(BsuSet, EvictsWhoIsThereWhenItEnds) {
  const Code code = code_of<Counting>();
  const Device device = device_of_host();
  CountingKernel kernel(device);
  {
    BsuSet bsus(kernel.pool, kSubtasks, kernel.counters.next());
    bsus.launch(code, kernel.arguments, 2);
  }
  EXPECT_LE(kernel.seen().second, 1U);
}

/// A kernel that two BSUs share, and another beside it, with evictions at random: results are right.
TEST(BsuSet, ComputeWhatTheirKernelDoes) {
  const Device device = device_of_host();
  std::mt19937 draw(3);
  for (const kernels::Kernel& kernel : kernels::all()) {
    const test::KernelOnDevice on(device, kernel, kernel.small_elements);
    const Stream copies(device);
    copies.copy(on.input, on.host_input);
    copies.synchronize();
    SubtaskCounters counters(device, 1);
    BsuPool pool(device);
    BsuSet bsus(pool, on.layout.subtasks, counters.next());
    std::array<BsuSet::Bsu*, 2> there{};
    while (!bsus.over()) {
      BsuSet::Bsu*& bsu = there[draw() % 2];
      if (bsu == nullptr) {
        bsu = &bsus.launch(kernel.code, on.arguments, 2);
      } else if (BsuSet::has_left(*bsu)) {
        bsus.take_out(*std::exchange(bsu, nullptr));
      } else if (draw() % 2 == 0) {
        BsuSet::evict(*bsu);
      }
      std::this_thread::yield();
    }
    for (BsuSet::Bsu* bsu : there) {
      if (bsu != nullptr) {
        bsu->stream.synchronize();
      }
    }
    copies.copy(on.host_output, on.output);
    copies.synchronize();
    EXPECT_TRUE(on.correct()) << kernel.code.name;
  }
}

}  // namespace
}  // namespace warpshop::gpu
