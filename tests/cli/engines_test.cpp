#include "cli/engines.hpp"

#include <set>

#include <gtest/gtest.h>

#include "cli/common_options.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::cli {
namespace {

TEST(Engines, AllAgreeOnTheBestOrderOfTable3_4) {
  for (const Engine& engine : engines()) {
    const Plan plan{.order = {1, 2, 0, 3}};
    const Fleet one{.devices = {test::four_tasks_on_k20c()}};
    EXPECT_NEAR(engine.makespan(one, plan).count(), 26.570185184, 1e-8) << engine.name;
    EXPECT_NEAR(engine.timeline(one, plan).makespan.count(), 26.570185184, 1e-8) << engine.name;
  }
}

TEST(Engines, AreFoundByName) {
  std::set<std::string_view> names;
  for (const Engine& each : engines()) {
    EXPECT_EQ(&engine(each.name), &each);
    names.insert(each.name);
  }
  EXPECT_EQ(names.count("fast"), 1U);
  EXPECT_EQ(names.size(), engines().size());
}

TEST(Engines, TheDefaultIsTheFirst) {
  EXPECT_EQ(PlanningOptions{}.engine, engines().front().name);
}

}  // namespace
}  // namespace warpshop::cli
