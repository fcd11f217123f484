#include "sim/study/clients/latency_curve.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/latency_histogram.hpp"

namespace warpshop::study {
namespace {

/// Requests that are answered after 1, 2, 3, … ms, and so many that never are; in two batches.
ClientsOutcome one_client(int answered, std::uint64_t unfinished) {
  ClientsOutcome outcome;
  ClientOutcome& client = outcome.clients.emplace_back();
  for (int i = 1; i <= answered; ++i) {
    client.latencies[static_cast<std::size_t>(i % 2)].add(i);
  }
  client.arrived = static_cast<std::uint64_t>(answered) + unfinished;
  client.unfinished = unfinished;
  return outcome;
}

std::vector<LatencyQuantile> curve(int answered, std::uint64_t unfinished) {
  std::vector<ClientFigures> clients(1);
  clients[0].latency = LatencyFigures{};
  add_latency_curves(clients, one_client(answered, unfinished));
  return clients[0].latency->curve;
}

TEST(LatencyCurve, HasTheQuantilesOfAllThatArrived) {
  const std::vector<LatencyQuantile> found = curve(2000, 0);
  ASSERT_FALSE(found.empty());
  for (const LatencyQuantile& point : found) {
    EXPECT_NEAR(point.latency.count(), point.part * 2000, 0.004 * point.latency.count()) << point.part;
  }
  EXPECT_EQ(found.back().part, 0.995);  // beyond it are 10, beyond 99.8 % are 4
}

TEST(LatencyCurve, EndsWhereRequestsWereNeverBegun) {
  const std::vector<LatencyQuantile> found = curve(2000, 500);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().part, 0.8);  // 2000 of 2500 are answered
  EXPECT_NEAR(found.back().latency.count(), 2000, 8);
  const auto half = std::find_if(found.begin(), found.end(), [](const auto& point) { return point.part == 0.5; });
  ASSERT_NE(half, found.end());
  EXPECT_NEAR(half->latency.count(), 1250, 5);
}

TEST(LatencyCurve, LeavesOutWhatFewRequestsSay) {
  EXPECT_TRUE(curve(5, 0).empty());
  EXPECT_EQ(curve(20, 0).back().part, 0.5);
}

TEST(LatencyCurve, IsNotOfAClientThatIsNeverAnswered) {
  std::vector<ClientFigures> clients(1);
  add_latency_curves(clients, one_client(0, 3));
  EXPECT_FALSE(clients[0].latency);
}

}  // namespace
}  // namespace warpshop::study
