#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/instance.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::share {
namespace {

const Policy& policy_named(std::string_view name) {
  return *std::find_if(policies().begin(), policies().end(), [&](const Policy& each) { return each.name == name; });
}

/// A device of 14 SMs, of that compute capability.
Device of_capability(int major, int minor) {
  Device device{.name = "fermi", .compute_capability = ComputeCapability{major, minor}};
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    TransferModel& transfer = device.transfers[index(Memory::pinned)][index(direction)];
    transfer = {.latency = Millis{0}, .alone = BytesPerSecond{6e9}, .duplex = BytesPerSecond{6e9}};
  }
  device.sm = SmModel{.count = 14, .registers = 32768, .shared_memory = Bytes{48 << 10}, .threads = 1536, .ctas = 8};
  return device;
}

/// Four chunks as they are issued breadth first, each command a task.
Workload breadth_first() {
  Workload chunks;
  for (const std::string stage : {"h", "k", "d"}) {
    for (const std::string chunk : {"1", "2", "3", "4"}) {
      Task task{.name = stage + chunk};
      if (stage == "h") {
        task.h2d = CopySpec{.amount = Millis{0.796}};
      } else if (stage == "k") {
        task.kernel =
            KernelSpec{.work = KernelShape{.time = Millis{1.08}, .ctas = 4000, .cta = {.threads = 256}}, .mark = {}};
        task.after.push_back({"h" + chunk});
      } else {
        task.d2h = CopySpec{.amount = Millis{0.62}};
        task.after.push_back({"k" + chunk});
      }
      chunks.tasks.push_back(std::move(task));
    }
  }
  return chunks;
}

double makespan_of(std::string_view policy, const Device& device) {
  Instance instance = resolve(breadth_first(), device);
  evaluate::prepare_sharing(instance, device);
  return policy_named(policy).plan(instance, {}).predicted.count();
}

// Measured on a C2050: 7.60 ms; 5.74 if a copy out waits for its own kernel alone.
TEST(Submission, CopiesOutOfFermiWaitForAllKernelsIssuedBefore) {
  EXPECT_NEAR(makespan_of("leftover", of_capability(2, 0)), 7.60, 0.05 * 7.60);
  EXPECT_NEAR(makespan_of("sequential", of_capability(2, 0)), 7.60, 0.05 * 7.60);
  EXPECT_NEAR(makespan_of("leftover", of_capability(3, 5)), 5.74, 0.05 * 5.74);
}

TEST(Submission, ProcessesAreNotSubmittedByOneThread) {
  const std::set<std::string> processes{"mps",  "mig", "timeslice", "fcfs",    "rr-tick",
                                        "accc", "xc",  "slaf",      "cosched", "augc"};
  Workload workload = breadth_first();
  const Device device = of_capability(8, 0);
  for (const Policy& policy : policies()) {
    workload.submit = Submit::one_thread;
    const auto refused = refusal(policy, workload, std::span(&device, 1));
    workload.submit.reset();
    const auto otherwise = refusal(policy, workload, std::span(&device, 1));
    EXPECT_EQ(refused && refused->what.find("submit") != std::string::npos, processes.count(policy.name) > 0)
        << policy.name;
    EXPECT_FALSE(otherwise && otherwise->what.find("submit") != std::string::npos) << policy.name;
  }
}

}  // namespace
}  // namespace warpshop::share
