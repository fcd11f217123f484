// A persistent kernel that goes on and on: behind the last of its data it begins anew.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/code.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "tests/gpu/counting.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::gpu {
namespace {

std::vector<std::uint32_t> times_done(const Device& device, std::uint32_t subtasks, std::uint32_t period) {
  std::vector<std::uint32_t> times(10);
  std::uint32_t next = 0;
  const auto state = static_cast<std::uint32_t>(BsuState::run);
  const Stream stream(device);
  stream.launch(code_of<Counting>(), Arguments(Counting::Arguments{times.data(), nullptr}), 4,
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
