#include "sim/study/clients/dealt_clients.hpp"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/study/clients/client_policies.hpp"

namespace warpshop::study {
namespace {

/// A request of 6 ms, which fills the GPU, every so often, to be answered within that time.
std::string periodic(const std::string& name, int every_ms, int within_ms) {
  return fmt::format(
      "  - {{name: {}, arrivals: {{every: {} ms}}, goal: {{latency: {} ms}}, request: {{kernel: {{time: 6 ms, ctas: "
      "4000, "
      "threads: 256}}}}}}\n",
      name, every_ms, within_ms);
}

Workload workload_of(const std::string& clients) {
  std::istringstream stream("schema: warpshop.workload/1\nname: w\nhorizon: 2 s\nclients:\n" + clients);
  return io::parse_workload(stream, "w.yaml");
}

std::optional<std::vector<Group>> dealt(const Workload& workload, std::size_t gpus) {
  const std::vector<Device> devices(gpus, files::find_device("titanx"));
  const PolicyChoice choice = choose_client_policies({"leftover"}, workload, std::span(devices).first(1));
  return deal_clients(workload, devices, choice.chosen, {.options = {}});
}

TEST(DealtClients, AreOnAsManyGpusAsTheirWorkNeeds) {
  // 6 of 10 ms each: two would need 12.
  const Workload busy = workload_of(periodic("a", 10, 9) + periodic("b", 10, 9) + periodic("c", 10, 9));
  EXPECT_FALSE(dealt(busy, 2));
  EXPECT_EQ(dealt(busy, 4), (std::vector<Group>{{0}, {1}, {2}}));
  // 6 of 20 ms each: three fit where all may wait for two others, two where they may wait for one.
  const auto three = [](int within) {
    return workload_of(periodic("a", 20, within) + periodic("b", 20, within) + periodic("c", 20, within));
  };
  EXPECT_EQ(dealt(three(19), 4), (std::vector<Group>{{0, 1, 2}}));
  EXPECT_EQ(dealt(three(14), 4), (std::vector<Group>{{0, 1}, {2}}));
  EXPECT_EQ(dealt(three(7), 4), (std::vector<Group>{{0}, {1}, {2}}));
}

TEST(DealtClients, AreTogetherWhereGoalsAllowIt) {
  // Only b, which waits for nobody, cannot be beside others; it stands between them.
  const Workload workload = workload_of(periodic("a", 20, 19) + periodic("b", 20, 7) + periodic("c", 20, 19));
  EXPECT_EQ(dealt(workload, 2), (std::vector<Group>{{0, 2}, {1}}));
}

TEST(DealtClients, WithoutAPlaceAloneHaveNone) {
  EXPECT_FALSE(dealt(workload_of(periodic("a", 20, 5)), 8));
}

TEST(DealtClients, PartsOfAWorkloadHaveTheirTasks) {
  const Workload workload =
      workload_of("  - {name: a, arrivals: {closed: 2}, streams: 2, request: [{h2d: 1 MiB}, {kernel: 1 ms}]}\n" +
                  periodic("b", 20, 19) + periodic("c", 30, 19));
  const Workload part = with_clients(workload, {0, 2});
  ASSERT_EQ(part.clients.all.size(), 2U);
  EXPECT_EQ(part.clients.all[0], workload.clients.all[0]);
  EXPECT_EQ(part.clients.all[1].name, "c");
  EXPECT_EQ(part.clients.all[1].tasks, (TaskRange{.first = 4, .count = 1}));
  EXPECT_EQ(task_names(part), (std::vector<std::string>{"a@1/1", "a@1/2", "a@2/1", "a@2/2", "c"}));
}

}  // namespace
}  // namespace warpshop::study
