#include "sim/model/error.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(InputError, NamesFileLineAndColumn) {
  EXPECT_STREQ(InputError("jobs.yaml", {.line = 12, .column = 7}, "no unit, expected ms").what(),
               "jobs.yaml:12:7: no unit, expected ms");
}

TEST(InputError, WithoutALineNamesTheFileAlone) {
  EXPECT_STREQ(InputError("jobs.yaml", {}, "cannot be opened").what(), "jobs.yaml: cannot be opened");
}

TEST(InputError, WithoutAFileIsTheMessageAlone) {
  EXPECT_STREQ(InputError("", {}, "unknown policy").what(), "unknown policy");
  EXPECT_STREQ(InputError("unknown policy").what(), "unknown policy");
}

}  // namespace
}  // namespace warpshop
