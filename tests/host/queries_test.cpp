#include "sim/host/queries.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::host {
namespace {

TEST(Queries, ArriveAtTheRateOfTheirLoadWithSizesThatAreCutOff) {
  const QueryApplication& application = query_applications()[0];
  const QueryAssumptions assumed{.load = 0.4, .longest = 3, .phase_spread = 0.5};
  constexpr std::size_t kCount = 100'000;
  const std::vector<Query> queries = drawn_queries({}, application, assumed, kCount, 7);
  ASSERT_EQ(queries.size(), kCount);
  const Millis gap = queries.back().arrived / static_cast<double>(kCount);
  EXPECT_NEAR(gap / (application.mean / (0.4 * 12)), 1, 0.02);
  double sizes = 0;
  double phases = 0;
  double longest = 0;
  double least = 1;
  double most = 1;
  for (const Query& query : queries) {
    sizes += query.size / kCount;
    longest = std::max(longest, query.size);
    for (const double phase : query.phases) {
      phases += phase / (kCount * kPhases);
      least = std::min(least, phase);
      most = std::max(most, phase);
    }
  }
  EXPECT_NEAR(sizes, 1 - 0.0498, 0.01);  // 1 - e⁻³
  EXPECT_EQ(longest, 3);
  EXPECT_NEAR(phases, 1, 0.005);
  EXPECT_GE(least, 0.5);
  EXPECT_LT(most, 1.5);
  EXPECT_LT(least, 0.51);
}

// The first ones are the same whoever asks for how many; another application has others.
TEST(Queries, HangOnApplicationAndSeedAlone) {
  const std::vector<Query> few = drawn_queries({}, query_applications()[0], {}, 10, 1);
  const std::vector<Query> many = drawn_queries({}, query_applications()[0], {}, 20, 1);
  for (std::size_t query = 0; query < few.size(); ++query) {
    EXPECT_EQ(few[query].arrived, many[query].arrived);
    EXPECT_EQ(few[query].size, many[query].size);
    EXPECT_EQ(few[query].phases, many[query].phases);
  }
  EXPECT_NE(few[0].size, drawn_queries({}, query_applications()[1], {}, 1, 1)[0].size);
  EXPECT_NE(few[0].size, drawn_queries({}, query_applications()[0], {}, 1, 2)[0].size);
}

// Two cores of a half that is parallel are 4/3; a fourth of the work at half speed takes 2/4, the rest 3/4.
TEST(Queries, TakeWhatTheirPhasesTake) {
  const QueryApplication half{.name = "half", .mean = Millis{80}, .parallel_part = 0.5, .ipc = 2};
  const Query query{.size = 2, .phases = {1, 0.5, 1, 1}};
  EXPECT_DOUBLE_EQ(alone({}, half, query, {2, 3}).count(), 160 * 0.75 * 1.25);
  EXPECT_EQ(work_of(half, 2), Millis{320});
}

}  // namespace
}  // namespace warpshop::host
