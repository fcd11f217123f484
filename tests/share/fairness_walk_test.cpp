#include "sim/share/fairness_walk.hpp"

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::share {
namespace {

/// A row of S5 tables 5.1 and 5.2: what GCEDD gets of 16 CTAs, and how that goes.
struct PublishedProbe {
  std::size_t units = 0;
  double np_predicted = 0;
  double np_real = 0;
  double fairness = 0;
};

std::vector<PublishedProbe> published_probes(const std::string& model) {
  std::ifstream file(WARPSHOP_SOURCE_DIR "/tests/reference/hsm_hpsm.csv");
  std::vector<PublishedProbe> probes;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) {
      cells.push_back(cell);
    }
    if (cells.size() == 7 && cells[0] == model) {
      probes.push_back({std::stoul(cells[2]), std::stod(cells[3]), std::stod(cells[4]), std::stod(cells[5])});
    }
  }
  return probes;
}

constexpr std::size_t kUnits = 16;

TEST(FairnessWalk, HsmProbesEightAndElevenOfSixteen) {
  const std::vector<PublishedProbe> published = published_probes("hsm");
  ASSERT_EQ(published.size(), 2U);
  FairnessWalk walk(FairnessWalk::Model::hsm, kUnits);
  // RED, memory-bound, is ahead at first, behind then.
  for (const PublishedProbe& probe : published) {
    ASSERT_FALSE(walk.done());
    EXPECT_EQ(walk.position(), probe.units);
    const bool first = probe.units == 8;
    walk.measured(probe.np_real, first ? probe.np_predicted / probe.fairness : probe.np_predicted * probe.fairness);
    EXPECT_NEAR(walk.probes().back().compute, probe.np_predicted, 5.1e-4);
    EXPECT_NEAR(walk.probes().back().fairness(), probe.fairness, 1e-3);
  }
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.position(), 11U);
}

TEST(FairnessWalk, HpsmProbesFifteenNineElevenTen) {
  const std::vector<PublishedProbe> published = published_probes("hpsm");
  ASSERT_EQ(published.size(), 4U);
  FairnessWalk walk(FairnessWalk::Model::hpsm, kUnits);
  const double alone = published[0].np_real * 16 / 15;
  std::vector<std::size_t> probed;
  for (const PublishedProbe& probe : published) {
    ASSERT_FALSE(walk.done());
    probed.push_back(walk.position());
    const double compute = probe.np_real / alone;
    const bool memory_ahead = probe.units == 9 || probe.units == 10;
    walk.measured(probe.np_real, memory_ahead ? compute / probe.fairness : compute * probe.fairness);
    EXPECT_NEAR(walk.probes().back().fairness(), probe.fairness, 1e-12);
    if (probe.units != 11) {  // of which the value before the probe is printed
      EXPECT_NEAR(walk.probes().back().compute, probe.np_predicted, 1e-3);
    }
  }
  EXPECT_EQ(probed, (std::vector<std::size_t>{15, 9, 11, 10}));
  EXPECT_EQ(probed,
            (std::vector<std::size_t>{published[0].units, published[1].units, published[2].units, published[3].units}));
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.position(), 10U);
}

TEST(FairnessWalk, EndsWhereThereIsNothingNewToProbeAndStaysAtTheFairest) {
  for (const FairnessWalk::Model model : {FairnessWalk::Model::hsm, FairnessWalk::Model::hpsm}) {
    for (const std::size_t units : {2U, 3U, 8U, 40U}) {
      FairnessWalk walk(model, units);
      std::size_t steps = 0;
      while (!walk.done()) {
        ASSERT_LT(steps++, units) << "of " << units;
        ASSERT_GE(walk.position(), 1U);
        ASSERT_LT(walk.position(), units);
        walk.measured(1, walk.position() % 2 == 0 ? 0.01 : 0.3);  // never fair
      }
      double fairest = 0;
      for (const FairnessWalk::Probe& probe : walk.probes()) {
        fairest = std::max(fairest, probe.fairness());
      }
      for (const FairnessWalk::Probe& probe : walk.probes()) {
        if (probe.units == walk.position()) {
          EXPECT_EQ(probe.fairness(), fairest);
        }
      }
    }
  }
}

TEST(FairnessWalk, StopsAtOnceWhereItIsFairEnough) {
  FairnessWalk walk(FairnessWalk::Model::hsm, 8);
  walk.measured(1, 0.46);
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.position(), 4U);
  FairnessWalk stricter(FairnessWalk::Model::hsm, 8, 0.95);
  stricter.measured(1, 0.46);
  EXPECT_FALSE(stricter.done());
}

TEST(FairnessWalk, TakesKernelsThatDoNothing) {
  FairnessWalk walk(FairnessWalk::Model::hpsm, 8);
  for (std::size_t steps = 0; !walk.done(); ++steps) {
    ASSERT_LT(steps, 8U);
    walk.measured(0, 0);
  }
  EXPECT_GE(walk.position(), 1U);
  EXPECT_LT(walk.position(), 8U);
}

}  // namespace
}  // namespace warpshop::share
