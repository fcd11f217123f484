// BSUs that come and go while their kernel runs: every subtask is done once, whatever happens.
#include "kernels/gpu/bsu_set.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/code.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

/// Counts how often each of its subtasks is done, and on which SM it was last.
struct Counting {
  static constexpr std::string_view kName = "counting";
  static constexpr int kThreads = 32;
  struct Arguments {
    std::uint32_t* times;
    std::uint32_t* sm;
  };
  struct Shared {};
  template <class Cta>
  static void subtask(Cta& cta, Shared& /*shared*/, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        cta.fetch_add(arguments.times + subtask, 1U);
        arguments.sm[subtask] = cta.sm();
      }
    });
  }
};

Device host(int kernels_at_once) {
  return Device(std::make_shared<host::HostDriver>(host::Options{.kernels_at_once = kernels_at_once}));
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
  CountingKernel(const Device& device, std::size_t count)
      : times(device, kSubtasks),
        sm(device, kSubtasks),
        arguments(Counting::Arguments{times.first, sm.first}),
        bsus(device, kSubtasks, count) {}

  /// How often the subtasks were done: the least and the most.
  std::pair<std::uint32_t, std::uint32_t> seen() const {
    const auto [least, most] = std::minmax_element(times.first, times.first + kSubtasks);
    return {*least, *most};
  }

  Words times, sm;
  Arguments arguments;
  BsuSet bsus;
  enum class Is : std::uint8_t { gone, running, told_to_leave };
  std::array<Is, 3> is{};
};

/// One of its BSUs, by chance, is let run or told to leave. Whether there was anything to do: none has found that all
/// subtasks are taken.
bool move_one(CountingKernel& kernel, const Code& code, std::mt19937& draw, int& evictions) {
  const std::size_t bsu = draw() % kernel.bsus.size();
  auto& is = kernel.is[bsu];
  if (kernel.bsus.has_left(bsu)) {
    if (is == CountingKernel::Is::running) {
      return false;
    }
    kernel.bsus.launch(bsu, code, kernel.arguments, static_cast<std::uint32_t>(1 + draw() % 3));
    is = CountingKernel::Is::running;
  } else if (is == CountingKernel::Is::running && draw() % 4 == 0) {
    kernel.bsus.evict(bsu);
    is = CountingKernel::Is::told_to_leave;
    ++evictions;
  }
  return true;
}

TEST(BsuSet, DoesEverySubtaskOnceThroughAThousandRandomEvictions) {
  const Code code = code_of<Counting>();
  const Device device = host(4);
  std::mt19937 draw(7);
  int evictions = 0;
  while (evictions < 1000) {
    std::array<CountingKernel, 2> kernels{CountingKernel(device, 3), CountingKernel(device, 3)};
    std::array<bool, 2> goes_on{true, true};
    while (goes_on[0] || goes_on[1]) {
      const std::size_t which = draw() % 2;
      goes_on[which] = goes_on[which] && move_one(kernels[which], code, draw, evictions);
    }
    for (CountingKernel& kernel : kernels) {
      for (std::size_t bsu = 0; bsu < kernel.bsus.size(); ++bsu) {
        kernel.bsus.await(bsu);
      }
      EXPECT_EQ(kernel.bsus.done(), kSubtasks);
      ASSERT_EQ(kernel.seen(), std::pair(1U, 1U));
    }
  }
}

TEST(BsuSet, EvictsOneWhileItsNeighboursGoOn) {
  const Code code = code_of<Counting>();
  const Device device = host(2);
  CountingKernel kernel(device, 2);
  kernel.bsus.evict(0);  // before it is there: that says nothing of its launch
  kernel.bsus.launch(0, code, kernel.arguments, 1);
  kernel.bsus.evict(0);
  kernel.bsus.await(0);
  const std::uint32_t first = kernel.bsus.done(0);
  EXPECT_TRUE(kernel.bsus.has_left(0));
  kernel.bsus.launch(1, code, kernel.arguments, 2);
  kernel.bsus.await(1);
  EXPECT_EQ(kernel.bsus.done(0), first);
  EXPECT_EQ(kernel.bsus.done(1), kSubtasks - first);
  EXPECT_TRUE(kernel.bsus.over());
  EXPECT_EQ(kernel.seen(), std::pair(1U, 1U));
}

TEST(BsuSet, AreOnTheSmsOfTheirPlace) {
  const Code code = code_of<Counting>();
  const Device device = host(1);
  for (const std::uint32_t sm : {0U, 1U}) {
    CountingKernel kernel(device, 1);
    kernel.bsus.launch(0, code, kernel.arguments, 2, {.first_sm = sm, .sms = 1});
    kernel.bsus.await(0);
    EXPECT_TRUE(kernel.bsus.over());
    EXPECT_TRUE(std::all_of(kernel.sm.first, kernel.sm.first + kSubtasks, [&](auto each) { return each == sm; }));
  }
}

/// A kernel that two BSUs share, and another beside it, with evictions at random: results are right.
TEST(BsuSet, ComputeWhatTheirKernelDoes) {
  const Device device = host(3);
  std::mt19937 draw(3);
  for (const kernels::Kernel& kernel : kernels::all()) {
    const test::KernelOnDevice on(device, kernel, kernel.small_elements);
    const Stream copies(device);
    copies.copy(on.input, on.host_input);
    copies.synchronize();
    BsuSet bsus(device, on.layout.subtasks, 2);
    while (!bsus.over()) {
      const std::size_t bsu = draw() % 2;
      if (bsus.has_left(bsu)) {
        bsus.launch(bsu, kernel.code, on.arguments, 2);
      } else if (draw() % 2 == 0) {
        bsus.evict(bsu);
      }
      std::this_thread::yield();
    }
    bsus.await(0);
    bsus.await(1);
    copies.copy(on.host_output, on.output);
    copies.synchronize();
    EXPECT_TRUE(on.correct()) << kernel.code.name;
  }
}

}  // namespace
}  // namespace warpshop::gpu
