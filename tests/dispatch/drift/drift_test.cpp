#include "dispatch/drift/drift.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/dispatch/host_profile.hpp"

namespace warpshop::dispatch {
namespace {

Device profile() {
  Device device = test::host_profile();
  device.confidence["kernels.vector_add.per_element"] = {.low = 0.98, .high = 1.02, .samples = 20};
  device.confidence["kernels.vector_add.invocation"] = {.low = 0.9, .high = 1.1, .samples = 20};
  device.confidence["transfer.pinned.h2d.alone"] = {.low = 0.99, .high = 1.01, .samples = 20};
  return device;
}

ObservedStage kernel(std::int64_t elements, double milliseconds) {
  return {.stage = Stage::kernel,
          .kernel = KernelCall{"vector_add", elements},
          .start = Millis{5},
          .end = Millis{5 + milliseconds}};
}

ObservedStage copy(Stage stage, Bytes size, double start, double end, Memory memory = Memory::pinned) {
  return {.stage = stage, .memory = memory, .size = size, .start = Millis{start}, .end = Millis{end}};
}

TEST(Drift, SaysNothingOfWhatTheProfilesIntervalAllows) {
  Drift drift(profile());
  const double predicted = profile().kernels.at("vector_add").time(100'000).count();
  for (int i = 0; i < 20; ++i) {
    drift.add(std::vector{kernel(100'000, predicted * 1.015)});
  }
  EXPECT_TRUE(drift.findings().empty());
}

TEST(Drift, SaysNothingBeforeSixSamples) {
  Drift drift(profile());
  for (int i = 0; i < 5; ++i) {
    drift.add(std::vector{kernel(100'000, 100)});
  }
  EXPECT_TRUE(drift.findings().empty());
  drift.add(std::vector{kernel(100'000, 100)});
  EXPECT_EQ(drift.findings().size(), 1U);
}

TEST(Drift, FindsAKernelThatGotSlowerAndLearnsItsTime) {
  Drift drift(profile());
  const double predicted = profile().kernels.at("vector_add").time(100'000).count();
  for (int i = 0; i < 10; ++i) {
    drift.add(std::vector{kernel(100'000, predicted * 1.25)});
  }
  const auto findings = drift.findings();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].path, "kernels.vector_add");
  EXPECT_NEAR(findings[0].ratio, 1.25, 1e-12);
  EXPECT_NEAR(findings[0].allowed.high, 1.02, 1e-3);  // nearly all of the time is that of the elements
  EXPECT_TRUE(
      text(findings[0]).starts_with("kernels.vector_add takes 1.25 times as long as the profile says (1.25 … "));
  const Device learned = drift.learn();
  EXPECT_NEAR(learned.kernels.at("vector_add").time(100'000).count(), predicted * 1.25, 1e-9);
  EXPECT_EQ(learned.confidence.at("kernels.vector_add.per_element").samples, 10);
  EXPECT_EQ(learned.provenance.count("learned"), 1U);
  EXPECT_TRUE(drift.findings().empty()) << "samples were kept";
}

// On an H100 fast_walsh took 26.5 us alone and 34.8 us behind its copy in; its profile has a gap of 9.76 us there (H100
// 80GB HBM3, recorded 2026-11-26, results/h100-80gb-hbm3-samples.csv.gz and -run.txt).
TEST(Drift, TakesTheGapBehindACopyForNoPartOfTheKernel) {
  Device gapped = profile();
  gapped.kernels["fast_walsh"] = {.per_element = Millis{2.59e-9}, .invocation = Millis{0.00477}};
  for (const double gap : {0.00976, 0.006, 0.0}) {
    gapped.gaps = StreamGaps{.copy_kernel = Millis{gap}};
    Drift drift(gapped);
    for (int i = 0; i < 10; ++i) {
      ObservedStage walsh = kernel(1 << 23, 0.0348);
      walsh.kernel->name = "fast_walsh";
      drift.add(std::vector{walsh});
    }
    EXPECT_EQ(drift.findings().size(), gap > 0.0083 ? 0U : 1U) << gap;
  }
}

TEST(Drift, LearnsBothEtaAndGammaFromTwoSizes) {
  Drift drift(profile());
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{kernel(10'000, 0.5 + 2), kernel(40'000, 0.5 + 8)});
  }
  const Device learned = drift.learn();
  EXPECT_NEAR(learned.kernels.at("vector_add").per_element->count(), 2e-4, 1e-9);
  EXPECT_NEAR(learned.kernels.at("vector_add").invocation->count(), 0.5, 1e-6);
}

TEST(Drift, TellsACopyAloneFromOneBesideAnother) {
  // Alone: 2 MB at 2 GB/s take 1 ms; found: 1.25 ms. Beside: 1 ms alone and 2 ms beside another, at 1.2 GB/s.
  Drift drift(profile());
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{2'000'000}, 0, 1.27)});
    drift.add(std::vector{copy(Stage::h2d, Bytes{4'400'000}, 0, 3.02), copy(Stage::d2h, Bytes{3'000'000}, 1.0, 3.02)});
  }
  const auto findings = drift.findings();
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].path, "transfer.pinned.h2d.alone");
  EXPECT_NEAR(findings[0].ratio, 1.25, 1e-9);
  EXPECT_EQ(findings[1].path, "transfer.pinned.h2d.duplex");
  EXPECT_NEAR(findings[1].ratio, 1.5 / 1.2, 1e-9);
  const Device learned = drift.learn();
  EXPECT_NEAR(learned.transfer(Memory::pinned, Direction::h2d).alone->value, 1.6e9, 1);
  EXPECT_NEAR(learned.transfer(Memory::pinned, Direction::h2d).duplex->value, 1.2e9, 1);
  EXPECT_EQ(learned.transfer(Memory::pinned, Direction::d2h).alone,
            profile().transfer(Memory::pinned, Direction::d2h).alone);
}

TEST(Drift, FindsNothingWrongWithADeviceThatKeepsToItsCurveOfSizes) {
  // At a MB alone takes 0.5 of the large copies' bandwidth, and beside another 0.5 of theirs as well.
  Device curved = profile();
  curved.transfers[0][0].points = {{Bytes{1'000'000}, BytesPerSecond{1e9}}, {Bytes{100'000'000}, BytesPerSecond{2e9}}};
  Drift drift(curved);
  for (int i = 0; i < 10; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{1'000'000}, 0, 1.02)});
    drift.add(std::vector{copy(Stage::h2d, Bytes{1'000'000}, 0, 0.02 + 1 / 0.75),
                          copy(Stage::d2h, Bytes{3'333'333}, 0, 2.02)});
  }
  EXPECT_TRUE(drift.findings().empty());
}

TEST(Drift, LearningABandwidthAloneKeepsHowMuchSlowerItIsBesideAnother) {
  Drift drift(profile());
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{2'000'000}, 0, 1.27)});
  }
  const Device learned = drift.learn();
  EXPECT_NEAR(learned.transfer(Memory::pinned, Direction::h2d).duplex->value, 1.2e9, 1);
}

TEST(Drift, WhatIsLearntIsAssumedNoLonger) {
  Device guessed = profile();
  guessed.assumed = {"kernels.vector_add.invocation", "transfer.pinned.d2h.alone", "transfer.pinned.h2d.alone",
                     "transfer.pinned.h2d.duplex"};
  Drift drift(guessed);
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{2'000'000}, 0, 1.27), kernel(100'000, 100)});
  }
  EXPECT_EQ(drift.learn().assumed,
            (std::set<std::string, std::less<>>{"transfer.pinned.d2h.alone", "transfer.pinned.h2d.duplex"}));
}

TEST(Drift, LearnsNothingThatNoProfileMaySay) {
  // Alone at half the profile's 2 GB/s; beside another at the profile's own 1.5 GB/s times 1.2, which is a finding too.
  Device narrow = profile();
  narrow.bus = BusModel{{BytesPerSecond{2e9}, BytesPerSecond{2e9}}};
  Drift drift(narrow);
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{2'000'000}, 0, 2.02)});
    drift.add(std::vector{copy(Stage::h2d, Bytes{3'600'000}, 0, 2.02), copy(Stage::d2h, Bytes{3'000'000}, 0, 2.02)});
    drift.add(std::vector{copy(Stage::d2h, Bytes{4'000'000}, 0, 1.02)});
  }
  const Device learned = drift.learn();
  const TransferModel& in = learned.transfer(Memory::pinned, Direction::h2d);
  EXPECT_NEAR(in.alone->value, 1e9, 1);
  EXPECT_DOUBLE_EQ(in.duplex->value, 1.1 * in.alone->value);
  EXPECT_NEAR(learned.transfer(Memory::pinned, Direction::d2h).alone->value, 4e9, 1);
  EXPECT_EQ(learned.bus->bandwidth[1], learned.transfer(Memory::pinned, Direction::d2h).alone);
}

TEST(Drift, PassesOverWhatTheProfileDoesNotSay) {
  Device bare;
  bare.kernels["vector_add"] = {};
  Drift drift(bare);
  for (int i = 0; i < 6; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{2'000'000}, 0, 1.27), copy(Stage::d2h, Bytes{2'000'000}, 0, 1.27),
                          kernel(100'000, 100)});
  }
  EXPECT_TRUE(drift.findings().empty());
}

TEST(Drift, AllowsWhatTheProfileSaysOfInterference) {
  Device busy = profile();
  busy.interference = Interference{.kernel_beside_h2d = 0.9, .kernel_beside_d2h = 0.9};
  Drift drift(busy);
  const double predicted = busy.kernels.at("vector_add").time(100'000).count();
  for (int i = 0; i < 10; ++i) {
    drift.add(std::vector{kernel(100'000, predicted * 1.2)});
  }
  EXPECT_TRUE(drift.findings().empty());
}

TEST(OnlineDrift, SeesNothingWrongWhereOpposingCopiesAreObservedLater) {
  // A pipeline in which every copy runs beside another all the time, at exactly the profile's bandwidth.
  OnlineDrift drift(profile());
  bool found = false;
  for (int i = 0; i < 3000; ++i) {
    const double time = i * 2.0;
    found = drift.observe(std::vector{copy(Stage::h2d, Bytes{2'970'000}, time, time + 2.0),
                                      copy(Stage::d2h, Bytes{2'970'000}, time + 4.0, time + 6.0)}) ||
            found;
  }
  EXPECT_FALSE(found);
}

TEST(Drift, TakesNoBandwidthFromCopiesThatAreMostlyLatency) {
  Drift drift(profile());
  for (int i = 0; i < 10; ++i) {
    drift.add(std::vector{copy(Stage::h2d, Bytes{1000}, 0, 0.03)});
  }
  EXPECT_TRUE(drift.findings().empty());
}

}  // namespace
}  // namespace warpshop::dispatch
