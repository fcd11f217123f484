#include "tests/support/virtual_driver.hpp"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/gpu/handles.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::gpu {
namespace {

/// 1 ms before, then a byte a nanosecond; half of that beside another, and pageable ones a quarter.
constexpr host::LinkSpeed kPinned{Millis{1}, {1e9}, {0.5e9}, {0.25e9}};
constexpr host::LinkSpeed kPageable{Millis{1}, {1e9}, {1e9}, {0.25e9}};
constexpr host::LinkSpeeds kHostLink{{{{kPinned, kPinned}}, {{kPageable, kPageable}}}};
constexpr Bytes kDriverSize{1'000'000};  // 1 ms alone

/// A copy of its own in each direction, from an instant before both.
class VirtualCopies : public testing::Test {
 protected:
  struct Copied {
    Copied(const Device& device, Space space)
        : host(device, space, kDriverSize), memory(device, Space::device, kDriverSize), stream(device), end(device) {
      std::memset(host.data(), 3, 1'000'000);
      std::memset(memory.data(), 4, 1'000'000);
    }
    Buffer host, memory;
    Stream stream;
    Event end;
  };

  /// When they end: the one in first.
  std::pair<double, double> ends(Space in_space, Space out_space) {
    const Copied in(box.device, in_space);
    const Copied out(box.device, out_space);
    const Event origin(box.device);
    in.stream.record(origin);
    in.stream.copy(in.memory, in.host);
    in.stream.record(in.end);
    out.stream.copy(out.host, out.memory);
    out.stream.record(out.end);
    out.stream.synchronize();
    in.stream.synchronize();
    EXPECT_EQ(in.memory.bytes()[999'999], std::byte{3});
    EXPECT_EQ(out.host.bytes()[999'999], std::byte{4});
    return {elapsed(origin, in.end).count(), elapsed(origin, out.end).count()};
  }

  test::VirtualDevice box{kHostLink};
};

TEST_F(VirtualCopies, SlowEachOtherDownAsTheLinkSays) {
  EXPECT_EQ(ends(Space::pinned, Space::pinned), std::pair(3.0, 3.0));
  EXPECT_EQ(ends(Space::pinned, Space::pageable), std::pair(5.0, 5.0));
}

TEST_F(VirtualCopies, OfPageableMemoryNeverOverlap) {
  EXPECT_EQ(ends(Space::pageable, Space::pageable), std::pair(2.0, 4.0));
}

TEST_F(VirtualCopies, ChangeTheirSpeedWhenAnotherOneStarts) {
  const Copied in(box.device, Space::pinned);
  const Copied out(box.device, Space::pinned);
  const Event origin(box.device);
  in.stream.record(origin);
  in.stream.copy(in.memory, in.host);
  in.stream.record(in.end);
  box.driver->pass(Millis{0.5});
  out.stream.copy(out.host, out.memory);
  out.stream.record(out.end);
  out.stream.synchronize();
  // Alone until 1.5 ms, when half is left; that takes 1 ms beside the other, which has half left then.
  EXPECT_EQ(elapsed(origin, in.end).count(), 2.5);
  EXPECT_EQ(elapsed(origin, out.end).count(), 3);
}

TEST(VirtualKernels, TakeTheTimeOfTheirCtasAndComputeWhatTheyShould) {
  const test::VirtualDevice box;
  const kernels::Kernel& kernel = *kernels::find("vector_add");
  constexpr std::int64_t kElements = 17 * 1024;  // 17 CTAs, where 16 run at once
  const kernels::Layout layout = kernel.layout(kElements);
  const Buffer input(box.device, Space::device, layout.input);
  const Buffer output(box.device, Space::device, layout.output);
  kernel.fill(input.bytes(), kElements, 1);
  const Stream stream(box.device);
  const Event start(box.device);
  const Event end(box.device);
  stream.record(start);
  stream.launch(kernel.code, kernel.bind(input.data(), output.data(), kElements), layout.subtasks);
  stream.record(end);
  end.synchronize();
  const Millis expected_time = test::VirtualDriver::kInvocation + test::VirtualDriver::kCta * 17.0 / 16;
  EXPECT_NEAR(elapsed(start, end).count(), expected_time.count(), 1e-9);
  std::vector<std::byte> expected(static_cast<std::size_t>(layout.output.count));
  kernel.reference(input.bytes(), expected, kElements);
  EXPECT_TRUE(std::ranges::equal(output.bytes(), expected));
}

}  // namespace
}  // namespace warpshop::gpu
