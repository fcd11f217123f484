// Values by SM that are kept by runs, beside a value for every SM.
#include "sim/model/sm_runs.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace warpshop {
namespace {

TEST(SmRuns, AreCutWhereValuesChangeAndMergedWhereTheyAreEqual) {
  SmRuns<int> runs(8, 1);
  runs.change(2, 3, [](int& value) { value = 5; });
  ASSERT_EQ(runs.all().size(), 3U);
  EXPECT_EQ(runs.all()[1].end, 5U);
  EXPECT_EQ(runs[4], 5);
  EXPECT_EQ(runs[5], 1);
  runs.change(2, 3, [](int& value) { value = 1; });
  runs.merge();
  EXPECT_EQ(runs.all().size(), 1U);
  EXPECT_EQ(runs.sms(), 8U);
}

struct Span {
  std::uint32_t first, sms;
};

TEST(SmRuns, AreCutIntoSpans) {
  SmRuns<int> runs(8, 1);
  runs.change(2, 3, [](int& value) { value = 5; });
  runs.cut_into(std::vector<Span>{{0, 1}, {1, 1}, {2, 3}, {5, 2}, {7, 1}});
  ASSERT_EQ(runs.all().size(), 5U);
  EXPECT_EQ(runs.all()[1].end, 2U);
  EXPECT_EQ(runs.of_run(1), 1);
  EXPECT_EQ(runs.of_run(2), 5);
  EXPECT_EQ(runs.of_run(4), 1);
}

RC_GTEST_PROP(SmRuns, HaveWhatEverySmHasByItself, ()) {
  const auto sms = *rc::gen::inRange<std::uint32_t>(1, 20);
  SmRuns<int> runs(sms, 0);
  std::vector<int> slow(sms);
  for (const int by : *rc::gen::container<std::vector<int>>(rc::gen::inRange(-2, 3))) {
    const auto first = *rc::gen::inRange<std::uint32_t>(0, sms);
    const auto count = *rc::gen::inRange<std::uint32_t>(0, sms - first + 1);
    runs.change(first, count, [by](int& value) { value += by; });
    for (std::uint32_t sm = first; sm < first + count; ++sm) {
      slow[sm] += by;
    }
    if (by == 0) {
      runs.merge();
    }
  }
  runs.merge();
  std::size_t changes = 1;
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    RC_ASSERT(runs[sm] == slow[sm]);
    changes += sm > 0 && slow[sm] != slow[sm - 1] ? 1 : 0;
  }
  RC_ASSERT(runs.all().size() == changes);
}

}  // namespace
}  // namespace warpshop
