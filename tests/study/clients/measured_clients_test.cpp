// Two clients on a real GPU, beside what is simulated of them: H100 80GB HBM3, 2026-11-26, results/clients/hardware.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {
namespace {

const std::string kResults = WARPSHOP_SOURCE_DIR "/results/";

ClientComparison simulated_clients(const std::string& file, const std::string& policy) {
  const Workload workload = io::read_workload(kResults + "clients/hardware/" + file);
  const Device device = files::find_device(kResults + "h100-80gb-hbm3.yaml");
  Problem problem = make_problem(workload, device);
  prepare_sharing(problem, std::span(&device, 1));
  return compare_clients(problem, {named_policy(policy)}, {.device = device.name, .options = {}},
                         [](const std::string& /*text*/) {});
}

struct MeasuredWay {
  const char* policy;
  double chat_ms;      ///< mean latency
  double vision_rate;  ///< a second
};

TEST(MeasuredClients, AreWithinSixPercentWhereTheirKernelsSayWhatTheyUse) {
  for (const MeasuredWay& way :
       {MeasuredWay{"mps:50/50", 11.88, 55.0}, {"mps:70/30", 10.38, 32.0}, {"mps:100/50", 11.49, 53.8}}) {
    const ClientComparison comparison = simulated_clients("with-use.yaml", way.policy);
    ASSERT_EQ(comparison.results.size(), 1U) << way.policy;
    const std::vector<ClientFigures>& clients = comparison.results.front().figures.clients;
    EXPECT_NEAR(clients[0].latency->mean.count() / way.chat_ms, 1, 0.06) << way.policy;
    EXPECT_NEAR(clients[1].rate.value / way.vision_rate, 1, 0.06) << way.policy;
    EXPECT_TRUE(comparison.basis.assumed.empty());
  }
}

TEST(MeasuredClients, AreTwiceAsFarOffWhereTheirCategoryIsAllThatIsKnown) {
  const ClientComparison comparison = simulated_clients("chat-beside-vision.yaml", "mps:50/50");
  EXPECT_GT(comparison.results.front().figures.clients[0].latency->mean.count() / 11.88, 1.1);
  EXPECT_EQ(comparison.basis.assumed, (std::vector<std::string>{"clients.chat.compute", "clients.vision.memory"}));
}

}  // namespace
}  // namespace warpshop::study
