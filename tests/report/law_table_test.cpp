#include "sim/report/law_table.hpp"

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

LawCheck check() {
  return {
      .kernels = {{.name = "mm",
                   .law = {Millis{0.0123}, {Millis{0.0011}, Millis{0.0004}, Millis{0.0002}}, 1.5, 0.8},
                   .limit = SharedResource::issue,
                   .misfit = 0.021}},
      .uncertainty = {{.delay = 1.1, .demand = {1.2, 2.5, 12}, .issue_weight = 1.3, .memory_weight = 3.9}},
      .beside_probes = LawMiss{
          .error = {.configurations = 39, .median_stp = 0.025, .worst_stp = 0.3, .mean_stp = 0.046, .mean_np = 0.066},
          .worst = {"mm", "stream"}}};
}

TEST(LawTable, ShowsEachParameterWithItsFactor) {
  EXPECT_EQ(law_table(check(), {}),
            "kernel  limit       Z us  issue us   dram us    l1 us   w issue  w memory  misfit\n"
            "mm      issue  12.3 /1.1  1.1 /1.2  0.4 /2.5  0.2 /12  1.5 /1.3  0.8 /3.9   2.1 %\n");
}

TEST(LawMiss, SaysHowFarItIsFromWhatItIsFittedToAndFromOthers) {
  LawCheck both = check();
  EXPECT_EQ(law_miss(both),
            "The co-run law, fitted to 39 pairs beside probes: STP is off by 2.5 % in the median, 30.0 % at worst (mm "
            "beside stream), NP by 0.066 on average.");
  both.others = LawMiss{.error = {.configurations = 1, .median_stp = 0.1, .worst_stp = 0.1}, .worst = {"a", "b"}};
  EXPECT_TRUE(
      law_miss(both).ends_with(" 1 other pairs, which it is not fitted to: STP is off by 10.0 % in the median, "
                               "10.0 % at worst (a beside b), NP by 0.000 on average."))
      << law_miss(both);
  EXPECT_EQ(law_miss({}), "");
}

}  // namespace
}  // namespace warpshop::report
