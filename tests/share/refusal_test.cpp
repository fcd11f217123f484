// What ways of sharing ask of kernels.
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/share/share_policies.hpp"

namespace warpshop::share {
namespace {

const Policy& policy_of(const std::string& name) {
  for (const Policy& policy : policies()) {
    if (policy.name == name) {
      return policy;
    }
  }
  throw std::invalid_argument(name);
}

Device device_with_sms() {
  Device device;
  device.name = "d";
  device.sm = SmModel{.count = 4, .registers = 65536, .shared_memory = {98304}, .threads = 2048, .ctas = 32};
  return device;
}

Task task_with(std::string name, KernelSpec kernel) {
  Task task;
  task.name = std::move(name);
  kernel.mark = {.line = 4, .column = 23};
  task.kernel = std::move(kernel);
  return task;
}

Task described(std::string name) {
  return task_with(std::move(name), {.work = KernelShape{.time = Millis{1}, .ctas = 8, .cta = {.threads = 32}}});
}

Task bare(std::string name) {
  return task_with(std::move(name), {.work = Millis{1}});
}

std::string refused(const std::string& policy, std::vector<Task> tasks) {
  const Device device = device_with_sms();
  const Workload workload{.name = "w", .file = "w.yaml", .tasks = std::move(tasks)};
  const auto found = refusal(policy_of(policy), workload, std::span(&device, 1));
  return found ? std::to_string(found->mark.line) + ": " + found->what : "";
}

TEST(ShareRefusal, DescribedKernelsShare) {
  for (const Policy& policy : policies()) {
    if (!policy.sharing->needs_mig) {  // the chip has none
      EXPECT_EQ(refused(policy.name, {described("a"), described("b")}), "") << policy.name;
    }
  }
}

TEST(ShareRefusal, NamesTheTaskWhoseKernelIsADurationAlone) {
  EXPECT_EQ(refused("smk", {described("a"), bare("b")}),
            "4: policy smk: the kernel of task 'b' has a time but no 'ctas', expected one that says what its CTAs take "
            "and how it scales");
  EXPECT_EQ(refused("leftover", {described("a"), bare("b")}), "");
}

TEST(AnyShare, CountsDescribedKernelsAndTheirRepeats) {
  const Device device = device_with_sms();
  const auto any = [&](std::vector<Task> tasks) {
    return any_share({.name = "w", .file = "w.yaml", .tasks = std::move(tasks)}, std::span(&device, 1));
  };
  Task twice = described("a");
  twice.count = 2;
  EXPECT_TRUE(any({described("a"), described("b")}));
  EXPECT_TRUE(any({twice}));
  EXPECT_FALSE(any({described("a"), bare("b")}));
}

}  // namespace
}  // namespace warpshop::share
