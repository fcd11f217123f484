// What users set of a way of sharing, and what they are told.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

const Policy& policy_called(const std::string& name) {
  return *std::find_if(policies().begin(), policies().end(), [&](const Policy& policy) { return policy.name == name; });
}

TEST(SplitOfLatency, IsBelowOne) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 9}, {"pf", 9}});
  EXPECT_THROW(test::planned_by("flexsched-latency", instance, {1}), InputError);
  EXPECT_NO_THROW(test::planned_by("flexsched-latency", instance, {0.99}));
}

std::string plan_error(const Instance& instance, const std::string& policy, const std::vector<double>& split) {
  try {
    const Planned planned = test::planned_by(policy, instance, split);
    return planned.plan.share && planned.plan.order.size() == instance.size() ? "" : "no plan";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Splits, AreRefusedWhereTheDeviceCannotBeSplitSo) {
  Device device = test::device_of_subtasks("titanx");
  const Instance titanx = test::grids_on(device, {{"va", 5000}, {"mm", 5000}});
  EXPECT_EQ(plan_error(titanx, "smt", {27}), "");
  const auto refused = [](const std::string& policy, const std::string& expected) {
    return "policy '" + policy + "' cannot split the SMs of this device between these kernels so, expected " + expected;
  };
  EXPECT_EQ(plan_error(titanx, "smt", {28}), refused("smt:28", "a whole number from 1 to 27"));
  EXPECT_EQ(plan_error(titanx, "smt", {1e10}), refused("smt:1e+10", "a whole number from 1 to 27"));
  EXPECT_EQ(plan_error(titanx, "smt", {2.5}), refused("smt:2.5", "a whole number from 1 to 27"));
  EXPECT_EQ(plan_error(titanx, "smk", {3, 5}), "");
  EXPECT_EQ(plan_error(titanx, "smk", {3}), refused("smk:3", "2 whole numbers from 1 to 8"));
  EXPECT_EQ(plan_error(titanx, "smk", {8, 8}), "") << "va";
  EXPECT_EQ(plan_error(titanx, "smk", {8, 9}), refused("smk:8/9", "2 whole numbers from 1 to 8")) << "no kernel";
  EXPECT_EQ(plan_error(titanx, "slicing", {3, 0.5}), refused("slicing:3/0.5", "2 whole numbers from 1 to 8"));
  EXPECT_EQ(plan_error(titanx, "mps", {150, 50}),
            "policy 'mps:150/50': 150 is no number above 0 and at most 100, expected per cent of the SMs by client");
  EXPECT_EQ(plan_error(titanx, "mps", {60, 40}), "");
  EXPECT_EQ(plan_error(titanx, "mps", {60, 40, 10}),
            "policy 'mps:60/40/10': 3 numbers for 2 clients, expected at most one each");
  test::make_a100(device);
  const Instance chip = test::grids_on(device, {{"va", 5000}, {"mm", 5000}});
  EXPECT_EQ(plan_error(chip, "mig", {3, 2, 2}), "");
  EXPECT_EQ(plan_error(chip, "mig", {2, 3, 2}), "");
  EXPECT_EQ(plan_error(chip, "mig", {5}),
            "policy 'mig:5' cannot cut this chip so, expected compute slices of instances that fit its 7 compute and 8 "
            "memory slices together, such as 3/2/2 or 4/3");
}

/// A task of a kernel of the profile, or of one that says only how long it takes.
Workload two_tasks(const KernelSpec& second) {
  Workload workload{.name = "two", .file = "two.yaml", .tasks = {}};
  for (const KernelSpec& kernel : {KernelSpec{.work = KernelCall{"va", 1000}, .mark = {}}, second}) {
    Task& task = workload.tasks.emplace_back();
    task.name = workload.tasks.size() == 1 ? "a" : "b";
    task.kernel = kernel;
    task.mark = {.line = 4, .column = 5};
  }
  return workload;
}

std::string refused(const std::string& policy, const Workload& workload, const std::vector<Device>& devices) {
  const auto why = refusal(policy_called(policy), workload, devices);
  return why ? why->what : "";
}

TEST(Refusal, SaysWhatStandsInTheWay) {
  const Device titanx = files::find_device("titanx");
  const Workload named = two_tasks({.work = KernelCall{"mm", 1000}, .mark = {}});
  const Workload opaque = two_tasks({.work = Millis{1}, .mark = {.line = 7, .column = 9}});
  for (const Policy& policy : policies()) {
    if (!policy.sharing->needs_mig) {
      EXPECT_EQ(refused(policy.name, named, {titanx}), "");
      EXPECT_EQ(refused(policy.name, opaque, {titanx}).empty(), !policy.sharing->needs_shapes) << policy.name;
    }
    EXPECT_EQ(refused(policy.name, named, {titanx, titanx}),
              "policy " + policy.name + " shares one GPU, expected one device");
  }
  const auto shape = refusal(policy_called("smk"), opaque, std::array{titanx});
  EXPECT_EQ(shape->what,
            "policy smk: the kernel of task 'b' has a time but no 'ctas', expected one that says what its CTAs take "
            "and how it scales");
  EXPECT_EQ(shape->mark.line, 7);
  EXPECT_FALSE(shape->of_the_device);
  const auto mig = refusal(policy_called("mig"), named, std::array{titanx});
  EXPECT_EQ(mig->what,
            "policy mig: no MIG instances are known of device titanx, which has 28 SMs, expected a chip that has some, "
            "such as "
            "sm: {chip: h100-sxm}");
  EXPECT_TRUE(mig->of_the_device);
}

TEST(Refusal, NamesWhatTheProfileDoesNotSay) {
  Device device = files::find_device("titanx");
  const Workload named = two_tasks({.work = KernelCall{"mm", 1000}, .mark = {}});
  device.kernels.at("mm").by_ctas.clear();
  device.kernels.at("mm").by_sms.clear();
  const std::string kernel = "policy smt: the kernel of task 'b' is mm, of which device titanx has no ";
  const std::string expected = ", expected one that says what its CTAs take and how it scales";
  EXPECT_EQ(refused("smt", named, {device}), kernel + "by_ctas, nor by_sms" + expected);
  device.kernels.at("mm").cta.reset();
  EXPECT_EQ(refused("smt", named, {device}), kernel + "cta" + expected);
  EXPECT_EQ(refused("leftover", named, {device}), "");
  device.sm.reset();
  EXPECT_EQ(refused("leftover", named, {device}),
            "policy leftover shares SMs, of which the profile of device titanx says nothing, expected sm in it");
}

TEST(Refusal, OneProcessHasNoFamilies) {
  const Device titanx = files::find_device("titanx");
  Workload workload = two_tasks({.work = KernelCall{"mm", 1000}, .mark = {}});
  workload.tasks[1].family = "chat";
  for (const Policy& policy : policies()) {
    if (!policy.sharing->needs_mig) {
      EXPECT_EQ(refused(policy.name, workload, {titanx}).empty(), !policy.sharing->one_process) << policy.name;
    }
  }
  EXPECT_EQ(refused("sequential", workload, {titanx}),
            "policy sequential runs all kernels in one process, between whose kernels no context is switched; task 'b' "
            "has a 'family', expected a workload without it");
}

TEST(Refusal, NamesTheTaskThatUsesWhatCannotBeHonoured) {
  const Device titanx = files::find_device("titanx");
  Workload workload = two_tasks({.work = KernelCall{"mm", 1000}, .mark = {}});
  workload.tasks[1].footprint = Bytes{1};
  EXPECT_EQ(refused("smk", workload, {titanx}),
            "policy smk cannot honour 'footprint', which task 'b' uses, expected a workload without it");
  workload.tasks[1].footprint.reset();
  workload.tasks[1].count = 256;
  EXPECT_EQ(refused("joint", workload, {titanx}), "this workload has 257 tasks, policy joint expected at most 256");
  EXPECT_EQ(refused("smk", workload, {titanx}), "");
}

TEST(AnyShare, IsWhereTwoKernelsHaveAShape) {
  const Device titanx = files::find_device("titanx");
  const std::vector<Device> one{titanx};
  EXPECT_TRUE(any_share(two_tasks({.work = KernelCall{"mm", 1000}, .mark = {}}), one));
  Workload opaque = two_tasks({.work = Millis{1}, .mark = {}});
  EXPECT_FALSE(any_share(opaque, one));
  opaque.tasks[0].count = 2;
  EXPECT_TRUE(any_share(opaque, one));
  EXPECT_FALSE(any_share(opaque, std::vector<Device>{titanx, titanx}));
}

}  // namespace
}  // namespace warpshop::share
