#include "sim/report/order_text.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/model/plan_text.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

std::vector<std::string> names(std::size_t count, const std::string& name) {
  return std::vector<std::string>(count, name);
}

/// The last task first.
Plan backwards(std::uint32_t count) {
  Plan plan;
  for (std::uint32_t task = 0; task < count; ++task) {
    plan.order.push_back(count - 1 - task);
  }
  return plan;
}

TEST(OrderText, JoinsNamesInTheOrderOfThePlan) {
  EXPECT_EQ(order_text({.order = {1, 2, 0, 3}}, {"MM", "BS", "TM", "VA"}), "BS-TM-MM-VA");
  EXPECT_EQ(order_text({.order = {0}}, {"alone"}), "alone");
}

TEST(OrderText, KeepsNamesWithDashesApart) {
  EXPECT_EQ(order_text({.order = {1, 0}}, {"chat-1", "load"}), "load > chat-1");
  EXPECT_EQ(order_text({.order = {1, 0}, .submission = Submission::streams}, {"a", "-"}), "streams: - > a");
  EXPECT_EQ(order_text({.order = {1, 0}}, {"a->b", "c"}), "c, a->b");
}

TEST(OrderText, IsWholeUnlessItIsToBeCut) {
  std::string whole = "123456789";
  for (int task = 1; task < 1000; ++task) {
    whole += "-123456789";
  }
  EXPECT_EQ(order_text(backwards(1000), names(1000, "123456789")), whole);
  EXPECT_EQ(longest_order({.width = 60}), 60U);
  EXPECT_EQ(longest_order({}), 120U);
}

TEST(OrderText, NamesTheOrderOfTheWorkload) {
  EXPECT_EQ(order_text({.order = {0, 1, 2}}, {"a", "b", "c"}), "as listed");
  EXPECT_EQ(order_text({.order = {0, 1}, .gates = {{.d2h = 1, .h2d = 0}}}, {"a", "b"}), "as listed (1 gate)");
  EXPECT_EQ(order_text({.order = {0, 1}, .submission = Submission::streams}, {"a", "b"}), "streams: as listed");
  EXPECT_EQ(order_text({.order = {0, 1}, .rounds = {1, 1}}, {"a", "b"}), "a | b");
  EXPECT_EQ(order_text({.order = {0, 1}, .devices = {1, 1}}, {"a", "b"}, {"x", "y"}), "x: a; y: b");
}

TEST(OrderText, ShortensRepeatsThatGoOnCounting) {
  const std::vector<std::string> tasks{"chat#1", "chat#2", "chat#3", "load", "h2d.9", "h2d.10", "h2d.11"};
  EXPECT_EQ(order_text({.order = {3, 0, 1, 2, 4, 5, 6}}, tasks), "load-chat#1…3-h2d.9…11");
  EXPECT_EQ(order_text({.order = {3, 0, 2, 1, 5, 6, 4}}, tasks), "load-chat#1-chat#3-chat#2-h2d.10-h2d.11-h2d.9");
  EXPECT_EQ(order_text({.order = {2, 0, 1, 3, 4, 5, 6}, .rounds = {5, 2}}, tasks),
            "chat#3-chat#1-chat#2-load-h2d.9 | h2d.10-h2d.11");
  EXPECT_EQ(order_text({.order = {2, 1, 0}}, {"a03", "a02", "a01"}), "a01-a02-a03") << "no number counts so";
  EXPECT_EQ(order_text({.order = {3, 2, 1, 0}}, {"b", "3", "2", "1"}), "1-2-3-b") << "a number alone is a name";
  EXPECT_EQ(order_text({.order = {3, 0, 1, 2}}, {"t18446744073709551615", "t18446744073709551616", "t1", "b"}),
            "b-t18446744073709551615-t18446744073709551616-t1");
  EXPECT_EQ(order_text({.order = {3, 0, 1, 2, 4, 5, 6}}, tasks, {}, 8), "load-chat#1…3-… 3 more");
}

TEST(TasksText, NamesTasksBesideEachOther) {
  EXPECT_EQ(tasks_text(std::vector<std::uint32_t>{0, 1, 2, 3}, {"chat#1", "chat#2", "chat#3", "load"}),
            "chat#1…3, load");
  EXPECT_EQ(tasks_text({}, {"a"}), "");
  EXPECT_EQ(tasks_text(std::vector<std::uint32_t>{0, 1, 2, 3}, {"a", "b", "c", "d"}, 2), "a, b, … 2 more");
}

TEST(OrderText, CutShowsTheFirstTasksAndHowManyFollow) {
  // A name and its dash take 10 characters, so the seventh is the first that starts beyond 60.
  EXPECT_EQ(order_text(backwards(7), names(7, "123456789"), {}, 60),
            "123456789-123456789-123456789-123456789-123456789-123456789-123456789");
  EXPECT_EQ(order_text(backwards(8), names(8, "123456789"), {}, 60),
            "123456789-123456789-123456789-123456789-123456789-123456789-123456789-… 1 more");
  EXPECT_EQ(order_text(backwards(1000), names(1000, "123456789"), {}, 60),
            "123456789-123456789-123456789-123456789-123456789-123456789-123456789-… 993 more");
}

TEST(OrderText, CountsCharactersAndNotTheirBytes) {
  EXPECT_EQ(order_text(backwards(7), names(7, "größe9789"), {}, 60),
            "größe9789-größe9789-größe9789-größe9789-größe9789-größe9789-größe9789");
}

TEST(OrderText, ShowsOneTaskHoweverLongItsNameOfWhichTheStart) {
  const std::string long_name(kLongestName, 'x');
  EXPECT_EQ(order_text(backwards(3), names(3, long_name), {}, 60), long_name + "-… 2 more");
  EXPECT_EQ(order_text(backwards(3), names(3, long_name + "y"), {}, 60),
            std::string(kLongestName - 1, 'x') + "…-… 2 more");
}

TEST(NamesInOrder, JoinsThemAlikeWhateverTheyAre) {
  EXPECT_EQ(names_in_order({.order = {1, 0}}, {"a", "b"}), "b > a");
  EXPECT_EQ(names_in_order({.order = {1, 0, 2}, .rounds = {1, 1, 1}, .devices = {2, 1}}, {"a", "b-c", "d"}),
            "b-c > a > d");
}

TEST(OrderText, MarksStreamsWhoseOrderIsOnlyThatOfSubmission) {
  EXPECT_EQ(order_text({.order = {1, 0}, .submission = Submission::streams}, {"a", "b"}), "streams: b-a");
}

TEST(OrderText, TellsHowManyCopiesAreHeldBack) {
  EXPECT_EQ(order_text({.order = {1, 0}, .gates = {{.d2h = 1, .h2d = 0}}}, {"a", "b"}), "b-a (1 gate)");
  EXPECT_EQ(order_text({.order = {2, 1, 0}, .gates = {{2, 1}, {1, 0}}}, {"a", "b", "c"}), "c-b-a (2 gates)");
}

TEST(OrderText, OfAFleetGoesDeviceByDevice) {
  const std::vector<std::string> fleet{"x#1", "x#2", "y"};
  EXPECT_EQ(order_text({.order = {1, 0, 2}, .devices = {2, 0, 1}}, {"a", "b", "c"}, fleet), "x#1: b-a; y: c");
  EXPECT_EQ(order_text({.order = {1, 0, 2}, .rounds = {1, 1, 1}, .devices = {2, 0, 1}}, {"a", "b", "c"}, fleet),
            "x#1: b | a; y: c");
  EXPECT_EQ(order_text({.order = {1, 0}, .submission = Submission::streams, .devices = {0, 1, 1}}, {"a", "b"}, fleet),
            "streams: x#2: b; y: a");
}

TEST(GatesText, TellsWhichCopyWaitsForWhich) {
  EXPECT_EQ(gates_text({.order = {1, 0}}, {"a", "b"}), "");
  EXPECT_EQ(gates_text({.order = {2, 1, 0}, .gates = {{2, 1}, {1, 0}}}, {"a", "b", "c"}),
            "gates d2h c after h2d b, d2h b after h2d a");
}

TEST(GatesText, NamesThemAll) {
  Plan plan = backwards(40);
  for (std::uint32_t task = 0; task < 39; ++task) {
    plan.gates.push_back({.d2h = task, .h2d = task + 1});
  }
  const std::string text = gates_text(plan, names(40, "x"));
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 38);
}

TEST(PolicyText, SaysWhetherASoughtOptimumIsOne) {
  EXPECT_EQ(policy_text("neh", false, false), "neh");
  EXPECT_EQ(policy_text("best", true, true), "best (proven)");
  EXPECT_EQ(policy_text("best", true, false), "best (not proven)");
}

}  // namespace
}  // namespace warpshop::report
