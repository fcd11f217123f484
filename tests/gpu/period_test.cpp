// A persistent kernel that goes on and on: behind the last of its data it begins anew.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/code.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::gpu {
namespace {

/// Counts how often each of its subtasks is done.
struct Turns {
  static constexpr std::string_view kName = "turns";
  static constexpr int kThreads = 32;
  struct Arguments {
    std::uint32_t* times;
  };
  struct Shared {};
  template <class Cta>
  static void subtask(Cta& cta, Shared& /*shared*/, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        cta.fetch_add(arguments.times + subtask, 1U);
      }
    });
  }
};

std::vector<std::uint32_t> times_done(const Device& device, std::uint32_t subtasks, std::uint32_t period) {
  std::vector<std::uint32_t> times(10);
  std::uint32_t next = 0;
  const auto state = static_cast<std::uint32_t>(BsuState::run);
  const Stream stream(device);
  stream.launch(code_of<Turns>(), Arguments(Turns::Arguments{times.data()}), 4,
                {.state = &state, .next_subtask = &next, .subtasks = subtasks, .period = period});
  stream.synchronize();
  return times;
}

TEST(Period, LetsEachSubtaskBeDoneAgainAndAgain) {
  const Device host(std::make_shared<host::HostDriver>(host::Options{}));
  EXPECT_EQ(times_done(host, 30, 10), std::vector<std::uint32_t>(10, 3));
  std::vector<std::uint32_t> expected(10, 2);
  expected[0] = expected[1] = expected[2] = 3;
  EXPECT_EQ(times_done(host, 23, 10), expected);
  std::vector<std::uint32_t> once(10, 1);
  once[9] = 0;
  EXPECT_EQ(times_done(host, 9, UINT32_MAX), once);
}

// There what is done again is not done for real.
TEST(Period, GoesBeyondNoDataInVirtualTime) {
  const test::VirtualDevice box;
  EXPECT_EQ(times_done(box.device, 30, 10), std::vector<std::uint32_t>(10, 1));
}

}  // namespace
}  // namespace warpshop::gpu
