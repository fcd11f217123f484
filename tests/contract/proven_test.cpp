// What `(proven)` promises: no plan of the kind that a policy may choose is better; and `gated` finds the best of few.
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/rounds.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/every_gated_plan.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

/// Lateness may be zero but for rounding.
bool below(Millis a, Millis b) {
  return clearly_less(a, b) && (b - a).count() > 1e-9;
}

/// What is wrong with the rows of a fleet; empty: nothing.
std::string broken_proof(const Fleet& fleet, Objective objective) {
  const PlanOptions options{.seed = 1, .objective = objective};
  const Millis least = test::EveryGatedPlan(fleet, objective).least();
  for (const char* policy : {"best", "gated"}) {
    const Planned planned = plan(find_policy(policy), fleet, options);
    const bool short_of_memory = std::any_of(fleet.devices.begin(), fleet.devices.end(), evaluate::needs_rounds);
    if (below(planned.predicted, least)) {
      return std::string(policy) + " is better than any plan";
    }
    if (planned.chooses_gates && below(least, planned.predicted)) {
      return std::string(policy) + (planned.proven_optimal ? " is proven, and not the best" : " is not the best");
    }
    if (planned.chooses_gates && !planned.proven_optimal && !short_of_memory) {
      return std::string(policy) + " is not proven";
    }
  }
  return "";
}

Fleet fleet_of(Instance instance) {
  return {.devices = {std::move(instance)}, .names = {"gpu"}, .ports = {}};
}

/// WARPSHOP_PROVEN_TASKS=4 for longer searches by hand, with RC_PARAMS.
int most_tasks() {
  const char* const tasks = std::getenv("WARPSHOP_PROVEN_TASKS");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return tasks == nullptr ? 3 : std::stoi(tasks);
}

RC_GTEST_PROP(Proven, OfOneDeviceIsTrueForEveryObjectiveAndDemand, ()) {
  const Instance instance =
      test::demanding(*test::instance(*test::any_family(), most_tasks() + 1), *test::any_demands());
  RC_ASSERT(broken_proof(fleet_of(instance), *rc::gen::elementOf(kObjectives)) == "");
}

RC_GTEST_PROP(Proven, OfSeveralDevicesIsTrueForEveryObjectiveAndDemand, ()) {
  Fleet fleet = test::demanding_fleet(most_tasks(), false);
  fleet.devices.resize(2);
  fleet.names.resize(2);
  RC_ASSERT(broken_proof(fleet, *rc::gen::elementOf(kObjectives)) == "");
}

RC_GTEST_PROP(Proven, OfDevicesOnABusIsTrueForEveryObjectiveAndDemand, ()) {
  Fleet fleet = test::demanding_fleet(most_tasks(), true);
  fleet.devices.resize(2);
  fleet.names.resize(2);
  fleet.ports.resize(2);
  RC_ASSERT(broken_proof(fleet, *rc::gen::elementOf(kObjectives)) == "");
}

Device device_of(const std::string& text) {
  std::istringstream stream("schema: warpshop.device/1\nname: pa\n" + text);
  return io::parse_device(stream, "device");
}

Workload workload_of(const std::string& tasks) {
  std::istringstream stream("schema: warpshop.workload/1\nname: w\ntasks:\n" + tasks);
  return io::parse_workload(stream, "workload");
}

// Copies in milliseconds, one at a time or at half their speed beside another.
constexpr const char* kTwoEngines = R"(
dma_engines: 2
transfer:
  pinned:
    h2d: {latency: 500 us, alone: 8 GB/s, duplex: 4 GB/s, mixed: 4 GB/s}
    d2h: {latency: 0 us, alone: 8 GB/s, duplex: 4 GB/s, mixed: 4 GB/s}
  pageable:
    h2d: {latency: 1 ms, alone: 4 GB/s, mixed: 4 GB/s}
    d2h: {latency: 0 us, alone: 8 GB/s, mixed: 8 GB/s}
)";

TEST(Proven, AGateSavesWeightedCompletionThatNoOrderDoes) {
  const Workload workload = workload_of(R"(
- {name: t0, h2d: {time: 3 ms, memory: pageable}, kernel: 3 ms, d2h: {time: 2 ms}, weight: 3}
- {name: t1, h2d: {time: 4 ms}, kernel: 0 ms, d2h: {bytes: 8 MB, memory: pageable}}
- {name: t2, h2d: {bytes: 16 MB}, kernel: 3 ms, d2h: {bytes: 8 MB}}
- {name: t3, d2h: {bytes: 16 MB, memory: pageable}}
)");
  const Fleet fleet = resolve(workload, std::vector{device_of(kTwoEngines)});
  const PlanOptions options{.objective = Objective::weighted_completion};
  EXPECT_NEAR(plan(find_policy("best"), fleet, options).predicted.count(), 64.25, 1e-9);
  EXPECT_NEAR(plan(find_policy("gated"), fleet, options).predicted.count(), 61.25, 1e-9);
  EXPECT_EQ(broken_proof(fleet, Objective::weighted_completion), "");
}

TEST(Proven, AGateSavesWeightedCompletionOnOneCopyEngine) {
  const Workload workload = workload_of(R"(
- {name: t0, h2d: {time: 9.1788 ms}, kernel: 0 ms, d2h: {time: 2.6298 ms}, weight: 0.5, family: c}
- {name: t1, h2d: {time: 1.1198 ms}, kernel: 1.6110 ms, d2h: {time: 0.5357 ms}, family: c}
- {name: t2, h2d: {time: 1.4836 ms}, kernel: 2.5031 ms, d2h: {time: 1.4367 ms}, weight: 7.25, family: b}
- {name: t3, h2d: {time: 0.2532 ms}, kernel: 0 ms, d2h: {time: 6.5829 ms}, family: a}
)");
  const Fleet fleet = resolve(workload, std::vector{device_of(R"(
dma_engines: 1
transfer:
  pinned:
    h2d: {latency: 759.4 us, alone: 14.4593 GB/s}
    d2h: {latency: 384.9 us, alone: 16.3221 GB/s}
context_switch: 574.1 us
)")});
  const PlanOptions options{.objective = Objective::weighted_completion};
  EXPECT_NEAR(plan(find_policy("best"), fleet, options).predicted.count(), 135.539, 1e-3);
  EXPECT_NEAR(plan(find_policy("gated"), fleet, options).predicted.count(), 119.373, 1e-3);
  EXPECT_EQ(broken_proof(fleet, Objective::weighted_completion), "");
}

TEST(Proven, AnotherDealBehindASwitchIsBetter) {
  const Workload workload = workload_of(R"(
- {name: t0, h2d: {time: 4 ms}, kernel: 1 ms, d2h: {time: 0 ms}}
- {name: t1, h2d: {bytes: 0 MB}, kernel: 0 ms, d2h: {time: 1 ms}}
- {name: t2, h2d: {bytes: 4 MB}, kernel: 1 ms, d2h: {time: 1 ms}}
- {name: t3, h2d: {time: 1 ms}, kernel: 3 ms, d2h: {time: 4 ms}}
)");
  const Device device = device_of(R"(
dma_engines: 2
transfer:
  pinned:
    h2d: {latency: 1 ms, alone: 8 GB/s, duplex: 4 GB/s, mixed: 4 GB/s}
    d2h: {latency: 1 ms, alone: 8 GB/s, duplex: 4 GB/s, mixed: 4 GB/s}
bus: {h2d: 12 GB/s, d2h: 12 GB/s}
)");
  const Fleet fleet = resolve(workload, std::vector{device, device});
  EXPECT_NEAR(plan(find_policy("best"), fleet, {}).predicted.count(), 8.5, 1e-9);
  EXPECT_NEAR(plan(find_policy("gated"), fleet, {}).predicted.count(), 25.0 / 3, 1e-9);
  EXPECT_EQ(broken_proof(fleet, Objective::makespan), "");
}

}  // namespace
}  // namespace warpshop::order
