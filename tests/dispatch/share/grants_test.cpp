// Which mechanisms can be dispatched.
#include "dispatch/share/grants.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "sim/share/share_policies.hpp"

namespace warpshop::dispatch {
namespace {

TEST(Grants, AreOfPersistentCtasAndStreams) {
  const std::map<std::string, bool> can{
      {"smk", true},        {"smt", true},      {"flexsched", true},   {"edf", true},  {"spart", true},
      {"sequential", true}, {"leftover", true}, {"mps", false},        {"mig", false}, {"timeslice", false},
      {"priority", true},   {"slicing", false}, {"quota-naive", false}};
  gpu::Properties device;
  device.priorities = 6;
  for (const Policy& policy : share::policies()) {
    if (const auto found = can.find(policy.name); found != can.end()) {
      EXPECT_EQ(!dispatch::refusal(*policy.sharing, device), found->second) << policy.name;
    }
  }
}

/// Where kernels run one at a time, nothing that leaves it to the device can share.
TEST(Grants, NeedKernelsThatRunSideBySide) {
  gpu::Properties device;
  device.concurrent_kernels = false;
  EXPECT_TRUE(dispatch::refusal(*find_in(share::policies(), "leftover")->sharing, device));
  EXPECT_TRUE(dispatch::refusal(*find_in(share::policies(), "priority")->sharing, device));
  EXPECT_FALSE(dispatch::refusal(*find_in(share::policies(), "sequential")->sharing, device));
  EXPECT_FALSE(dispatch::refusal(*find_in(share::policies(), "smk")->sharing, device));
}

/// OpenCL has plain kernels alone: what leaves it to the device can be dispatched, what deals CTAs itself cannot.
TEST(Grants, OfCtasNeedThePersistentForm) {
  gpu::Properties device;
  device.persistent_kernels = false;
  EXPECT_TRUE(dispatch::refusal(*find_in(share::policies(), "smk")->sharing, device));
  EXPECT_TRUE(dispatch::refusal(*find_in(share::policies(), "flexsched")->sharing, device));
  EXPECT_FALSE(dispatch::refusal(*find_in(share::policies(), "leftover")->sharing, device));
}

}  // namespace
}  // namespace warpshop::dispatch
