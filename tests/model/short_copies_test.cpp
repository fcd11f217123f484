#include "sim/model/short_copies.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/model/device_and_workload.hpp"

namespace warpshop {
namespace {

using test::copy_of;
using test::task_of;
using test::workload_of;

/// Latencies of 10 us and 20 us, pinned, of 30 and 40, pageable.
const std::vector<Device>& round() {
  static const std::vector<Device> devices{test::device_of_round_figures()};
  return devices;
}

bool is_short(const CopySpec& h2d) {
  const Workload workload = workload_of({task_of({.h2d = h2d})});
  return short_copies(workload, round()).has_value();
}

TEST(ShortCopies, AreDurationsUnderTenLatencies) {
  EXPECT_TRUE(is_short(copy_of(Millis{0.0999})));
  EXPECT_FALSE(is_short(copy_of(Millis{0.1})));
  EXPECT_TRUE(is_short(copy_of(Millis{0.2999}, Memory::pageable)));
  EXPECT_FALSE(is_short(copy_of(Millis{0.3}, Memory::pageable)));
}

TEST(ShortCopies, AreNeitherSizesNorNothingNorThoseWhoseLatencyIsKnown) {
  EXPECT_FALSE(is_short(copy_of(Bytes{1})));
  EXPECT_FALSE(is_short(copy_of(Millis{0})));
  CopySpec known = copy_of(Millis{0.05});
  known.latency = Millis{0};
  EXPECT_FALSE(is_short(known));
}

TEST(ShortCopies, AreCountedByTaskAndTheFirstIsNamed) {
  Task both = task_of({.h2d = copy_of(Millis{0.01}), .d2h = copy_of(Millis{0.01})});
  both.count = 3;
  Task back = task_of({.h2d = copy_of(Millis{5}), .d2h = copy_of(Millis{0.15})});
  back.name = "back";
  const Workload workload = workload_of({task_of({.h2d = copy_of(Millis{5})}), back, both});
  const auto found = short_copies(workload, round());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tasks, 4U);
  EXPECT_EQ(found->first.name, "back");
  EXPECT_EQ(found->direction, Direction::d2h);
  EXPECT_EQ(&found->copy, &*workload.tasks[1].d2h);
  EXPECT_EQ(&found->device, &round().front());
}

TEST(ShortCopies, OnSeveralDevicesAreShortOnAnyOfThem) {
  std::vector<Device> devices(2, test::device_of_round_figures());
  devices[1].transfers[0][0].latency = Millis{1};
  const Workload workload = workload_of({task_of({.h2d = copy_of(Millis{0.5})})});
  const auto found = short_copies(workload, devices);
  ASSERT_TRUE(found);
  EXPECT_EQ(&found->device, &devices[1]);
}

}  // namespace
}  // namespace warpshop
