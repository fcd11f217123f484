#include <gtest/gtest.h>

#include "sim/model/task_sets.hpp"

namespace warpshop {
namespace {

TEST(SetNames, AreThoseOfTheTasksOfASet) {
  const SetNames of{.sets = TaskSets::combinations(3, 2), .names = {"a", "b-1", "c"}, .between = " > "};
  EXPECT_EQ(of.text(0), "a > a");
  EXPECT_EQ(of.text(1), "a > b-1");
  EXPECT_EQ(of.text(5), "c > c");
}

TEST(SetNames, OfDrawnTasksAreTheirNumbersFromOne) {
  const SetNames of{.sets = TaskSets::choices(4, 3), .names = {}};
  EXPECT_EQ(of.text(0), "t1-t2-t3");
  EXPECT_EQ(of.text(3), "t2-t3-t4");
}

TEST(SetNames, OfFilesAreTheirNames) {
  const SetNames of{.sets = std::nullopt, .names = {"a.yaml", "b.yaml"}};
  EXPECT_EQ(of.text(1), "b.yaml");
}

}  // namespace
}  // namespace warpshop
