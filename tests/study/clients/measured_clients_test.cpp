// Two clients on a real GPU, beside what is simulated of them: H100 80GB HBM3, 2026-11-26, results/clients/hardware.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {
namespace {

const std::string kResults = WARPSHOP_SOURCE_DIR "/results/";

/// What measure.cu's kernels use, by its source and tune.txt. Chat reads 2000 · 191 · 64 KiB in 8.04 ms, 3.11 TB/s of the
/// 3.35 that HBM3 has, 6 instructions of a warp for 512 B of it, 4 % of what 528 schedulers issue at 1.98 GHz. Vision
/// does 4000 · 4 · 60528 · 8 multiply-adds of a warp in 9.01 ms, 82 % of these, and its loop on top; it never reads.
ClientComparison simulated_clients(const std::vector<std::string>& policies, bool with_use) {
  Workload workload = io::read_workload(kResults + "clients/hardware/chat-beside-vision.yaml");
  if (with_use) {
    std::get<KernelShape>(workload.tasks[0].kernel->work).use = {.compute = Utilization{0.04},
                                                                 .memory = Utilization{0.93}};
    std::get<KernelShape>(workload.tasks[1].kernel->work).use = {.compute = Utilization{0.9},
                                                                 .memory = Utilization{0}};
  }
  const Device device = files::find_device(kResults + "h100-80gb-hbm3.yaml");
  Problem problem = make_problem(workload, device);
  prepare_sharing(problem, std::span(&device, 1));
  std::vector<NamedPolicy> named;
  for (const std::string& policy : policies) {
    named.push_back(named_policy(policy));
  }
  return compare_clients(problem, named, {.device = device.name, .options = {}}, [](const std::string& /*text*/) {});
}

struct MeasuredWay {
  const char* policy;
  double chat_ms;      ///< mean latency
  double vision_rate;  ///< a second
};

TEST(MeasuredClients, AreWithinSixPercentWhereTheirKernelsSayWhatTheyUse) {
  for (const MeasuredWay& way :
       {MeasuredWay{"mps:50/50", 11.88, 55.0}, {"mps:70/30", 10.38, 32.0}, {"mps:100/50", 11.49, 53.8}}) {
    const ClientComparison comparison = simulated_clients({way.policy}, true);
    ASSERT_EQ(comparison.results.size(), 1U) << way.policy;
    const std::vector<ClientFigures>& clients = comparison.results.front().figures.clients;
    EXPECT_NEAR(clients[0].latency->mean.count() / way.chat_ms, 1, 0.06) << way.policy;
    EXPECT_NEAR(clients[1].rate.value / way.vision_rate, 1, 0.06) << way.policy;
    EXPECT_TRUE(comparison.basis.assumed.empty());
  }
}

TEST(MeasuredClients, AreTwiceAsFarOffWhereTheirCategoryIsAllThatIsKnown) {
  const ClientComparison comparison = simulated_clients({"mps:50/50"}, false);
  EXPECT_GT(comparison.results.front().figures.clients[0].latency->mean.count() / 11.88, 1.1);
  EXPECT_EQ(comparison.basis.assumed, (std::vector<std::string>{"clients.chat.compute", "clients.vision.memory"}));
}

}  // namespace
}  // namespace warpshop::study
