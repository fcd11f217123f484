#include <string>

#include <gtest/gtest.h>

#include "tests/fuzz/fuzz_run.hpp"
#include "tests/support/cases.hpp"

namespace warpshop::test {
namespace {

class Fuzz : public testing::TestWithParam<std::string> {};

// What is accepted is written in every form and read again; see tests/fuzz/targets.hpp. tests/fuzz/main.cpp feeds more.
TEST_P(Fuzz, MutantsAreReadAndWrittenOrRefusedWithAPlace) {
  const bool slow = GetParam() == "nsys" || GetParam() == "journal";  // they go through files
  const auto mutants = static_cast<std::uint64_t>(cases(slow ? 1000 : 3334));
  FuzzRun run(GetParam(), kFuzzSeed);
  for (std::uint64_t mutant = 0; mutant < mutants; ++mutant) {
    SCOPED_TRACE("mutant " + std::to_string(mutant) + " of seed " + std::to_string(kFuzzSeed));
    ASSERT_NO_THROW(run.feed(mutant));
  }
  EXPECT_GT(run.accepted(), 0U);
  EXPECT_GT(run.refused(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz,
                         testing::Values("workload", "device", "journal", "torch", "nsys", "ncu", "trtexec", "metrics",
                                         "nvbandwidth", "bandwidthtest", "devicequery", "nvidia-smi"));

}  // namespace
}  // namespace warpshop::test
