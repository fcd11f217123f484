#include <gtest/gtest.h>

#include "sim/model/kernel_model.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {
namespace {

TEST(Names, AreTheOnesThatFilesAndTablesUse) {
  EXPECT_EQ(name(Stage::h2d), "h2d");
  EXPECT_EQ(name(Stage::kernel), "kernel");
  EXPECT_EQ(name(Stage::d2h), "d2h");
  EXPECT_EQ(name(Memory::pinned), "pinned");
  EXPECT_EQ(name(Memory::pageable), "pageable");
  EXPECT_EQ(name(Category::memory_bound), "memory_bound");
  EXPECT_EQ(name(Category::compute_bound), "compute_bound");
  EXPECT_EQ(name(Submission::ordered), "ordered");
  EXPECT_EQ(name(Submission::streams), "streams");
}

TEST(EngineName, CopiesShareOneEngineWhereThereIsOne) {
  EXPECT_EQ(engine_name(Stage::h2d, 2), "h2d");
  EXPECT_EQ(engine_name(Stage::d2h, 2), "d2h");
  EXPECT_EQ(engine_name(Stage::h2d, 1), "dma");
  EXPECT_EQ(engine_name(Stage::d2h, 1), "dma");
  EXPECT_EQ(engine_name(Stage::kernel, 1), "compute");
  EXPECT_EQ(engine_name(Stage::kernel, 2), "compute");
}

}  // namespace
}  // namespace warpshop
