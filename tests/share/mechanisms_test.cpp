// What mechanisms can grant, and that policies ask for no more.
#include "sim/share/mechanisms.hpp"

#include <gtest/gtest.h>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

TEST(Mechanism, GrantsTheGpuSmsOrCtas) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 100}});
  const Allocation all = everything(instance);
  const Allocation sms = all_on(4, 7);
  const Allocation ctas{{.first = 0, .sms = 28, .ctas = 2}};
  for (const Mechanism& mechanism : {kStreams, kOneStream, kTimeSlices}) {
    EXPECT_TRUE(can_grant(mechanism, instance, all) && can_grant(mechanism, instance, {})) << mechanism.mechanism;
    EXPECT_FALSE(can_grant(mechanism, instance, sms) || can_grant(mechanism, instance, ctas)) << mechanism.mechanism;
  }
  for (const Mechanism& mechanism : {kMps, kMig, kGreenContexts}) {
    EXPECT_TRUE(can_grant(mechanism, instance, all) && can_grant(mechanism, instance, sms)) << mechanism.mechanism;
    EXPECT_FALSE(can_grant(mechanism, instance, ctas)) << mechanism.mechanism;
  }
  for (const Mechanism& mechanism : {kPersistentCtas, kSlices}) {
    EXPECT_TRUE(can_grant(mechanism, instance, sms) && can_grant(mechanism, instance, ctas)) << mechanism.mechanism;
  }
}

TEST(Mechanism, IsNamedByEveryPolicyButTheOneThatChoosesAmongThem) {
  for (const Policy& policy : policies()) {
    EXPECT_EQ(policy.sharing->mechanism.empty(), policy.name == "joint") << policy.name;
  }
}

TEST(Mechanism, SlicesPayALaunchEach) {
  EXPECT_DOUBLE_EQ(kSlices.slowed_by_slices(Millis{0.01}), 1.07) << "as long as the least slice";
  EXPECT_DOUBLE_EQ(kSlices.slowed_by_slices(Millis{0.7}), 1.01);
  EXPECT_DOUBLE_EQ(kPersistentCtas.slowed_by_slices(Millis{0.01}), 1);
}

}  // namespace
}  // namespace warpshop::share
