#include "sim/report/basis_text.hpp"

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

TEST(BasisText, WhatKernelsUseIsALineOfItsOwnBesideWhatTheProfileAssumes) {
  EXPECT_EQ(
      basis_lines({.assumed = {"clients.a.b.memory", "timeslice.slice", "tasks.*.compute"}, .set = {}}),
      "Rests on a value that the profile only assumes: timeslice.slice.\n"
      "Assumed to be in use: 30 % of the DRAM bandwidth (11 … 82 %) by a.b, 20 % of the issue slots (7 … 54 %) by "
      "kernels that do not say it; `compute` and `memory` of a kernel say it.\n");
}

}  // namespace
}  // namespace warpshop::report
