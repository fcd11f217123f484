#include <gtest/gtest.h>

#include "sim/io/import/cut_jobs.hpp"
#include "sim/io/import/kernel_names.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

TEST(JobPattern, MatchesAnywhereInAName) {
  EXPECT_TRUE(JobPattern("step|forward").matches("[param|measure|forward]"));
  EXPECT_FALSE(JobPattern("^forward").matches("[param|measure|forward]"));
}

TEST(JobPattern, TakesNoLongerForHostileOnes) {
  const std::string name(100'000, 'a');
  EXPECT_TRUE(JobPattern(".*").matches(name));
  EXPECT_FALSE(JobPattern("(a+)+b").matches(name));
  EXPECT_FALSE(JobPattern("(a|a)*b").matches(name));
}

TEST(JobPattern, RefusesWhatIsNone) {
  EXPECT_THROW(JobPattern("("), InputError);
  EXPECT_THROW(JobPattern(std::string(501, 'a')), InputError);
}

TEST(JobPattern, RefusesRepetitionsOfRepetitionsBeforeTheyAreWrittenOut) {
  std::string plus = "a";
  for (int i = 0; i < 100; ++i) {
    plus = "(" + plus + ")+";
  }
  for (const std::string& text : {std::string("((x{255}){255}){255}"), std::string("x{2001}"), plus}) {
    EXPECT_THROW(JobPattern{text}, InputError) << text;
  }
  try {
    JobPattern("((x{255}){255}){255}");
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "--cut '((x{255}){255}){255}': its repetitions make 1.67e+07 parts of it, expected at most 2000");
  }
  EXPECT_TRUE(JobPattern("^(x{20}){45}$").matches(std::string(900, 'x')));
  EXPECT_FALSE(JobPattern("^(x{20}){45}$").matches(std::string(901, 'x')));
}

TEST(JobPattern, RefusesBackReferences) {
  EXPECT_THROW(JobPattern(R"((x*)(x*)\1\2z)"), InputError);
  EXPECT_TRUE(JobPattern(R"([\1]x\\1)").matches("1x\\1"));
}

TEST(ShortName, IsWhatPeopleCallAKernel) {
  EXPECT_EQ(short_name("void at::native::vectorized_elementwise_kernel<4, float>(int, float)"),
            "vectorized_elementwise_kernel");
  EXPECT_EQ(short_name("void at::native::(anonymous namespace)::max_pool<c10::Half>(int)"), "max_pool");
  EXPECT_EQ(short_name("saxpy"), "saxpy");
  EXPECT_EQ(short_name("/home/somebody/a.cu:saxpy"), "kernel");
  EXPECT_EQ(short_name("<>()"), "kernel");
  EXPECT_EQ(short_name(std::string(100, 'k')), std::string(40, 'k'));
}

}  // namespace
}  // namespace warpshop::io
