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
