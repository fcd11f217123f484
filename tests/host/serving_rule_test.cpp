#include "sim/host/serving_rule.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"
#include "tests/support/slow_serving_rule.hpp"

namespace warpshop::host {
namespace {

constexpr Millis kServedWithin{50};

/// Requests of one application follow each other, each `duration` long, one an interval of 100 ms.
class OneByOne {
 public:
  explicit OneByOne(ProcessorPart all, Millis target = kServedWithin) : rule_(all, target), held_(all) {}

  ProcessorPart next(Millis duration, Millis device = Millis{0}) {
    const RequestUnderWay request{.number = ++number_, .begun = now_, .ended = now_ + duration, .device = device};
    held_ = rule_({.begin = now_, .end = now_ + Millis{100}, .held = held_, .requests = {&request, 1}});
    now_ += Millis{100};
    return held_;
  }
  ProcessorPart idle(Millis time) {
    held_ = rule_({.begin = now_, .end = now_ + time, .held = held_});
    now_ += time;
    return held_;
  }

 private:
  ServingRule rule_;
  ProcessorPart held_;
  Millis now_{0};
  std::uint64_t number_ = 0;
};

TEST(ServingRule, HasOneCoreWhereNothingIsServed) {
  EXPECT_EQ(ServingRule({8, 1}, kServedWithin)({.end = Millis{20}, .held = {8, 1}}), (ProcessorPart{1, 1}));
}

TEST(ServingRule, HasAllCoresForAnApplicationThatItDoesNotKnow) {
  const RequestUnderWay request{.number = 1, .begun = Millis{10}, .ended = {}};
  EXPECT_EQ(ServingRule({8, 1}, kServedWithin)({.end = Millis{20}, .held = {8, 1}, .requests = {&request, 1}}),
            (ProcessorPart{8, 1}));
}

TEST(ServingRule, TakesNoFewerCoresThanAreSafeIfAllTimeIsSharedAmongThem) {
  // 12 ms with 8 cores: 32 with 3 is below 0.8 · 50 = 40, 48 with 2 is not. Then 20 with 3: 30 with 2.
  OneByOne requests({8, 1});
  EXPECT_EQ(requests.next(Millis{12}).cores, 3);
  EXPECT_EQ(requests.next(Millis{20}).cores, 2);
}

TEST(ServingRule, DoesNotStretchWhatTheDeviceTakes) {
  // 20 of 23 ms on the device: 20 + 8 · 3 = 44 with one core, 32 with two.
  EXPECT_EQ(OneByOne({8, 1}).next(Millis{23}, Millis{20}).cores, 2);
}

TEST(ServingRule, GoesBackToMoreCoresWhereFewerTurnOutToBeSlow) {
  OneByOne requests({4, 1});
  EXPECT_EQ(requests.next(Millis{9}).cores, 1);  // 36
  EXPECT_EQ(requests.next(Millis{41}).cores, 2);
}

TEST(ServingRule, ForgetsWhatWasLongAgo) {
  OneByOne requests({4, 1});
  requests.next(Millis{9});
  EXPECT_EQ(requests.next(Millis{41}).cores, 2);
  EXPECT_EQ(requests.idle(Millis{31'000}).cores, 1);  // of nobody
  EXPECT_EQ(requests.next(Millis{20}).cores, 1);      // 41 with one core is forgotten
}

/// A second request that goes on for long, after one of 20 ms alone at that speed.
ProcessorPart held_by_a_long_one(double usual, double speed, double threads, int intervals) {
  ServingRule rule({8, 1}, kServedWithin);
  std::vector<RequestUnderWay> request{{.number = 1, .begun = Millis{0}, .ended = Millis{20}}};
  rule({.begin = Millis{0}, .end = Millis{20}, .held = {1, 1}, .speed = usual, .requests = request});
  request.front() = {.number = 2, .begun = Millis{20}, .ended = {}};
  ProcessorPart held{1, 1};
  for (int i = 0; i < intervals; ++i) {
    const Millis begin{20.0 * (1 + i)};
    held = rule({.begin = begin,
                 .end = begin + Millis{20},
                 .held = held,
                 .speed = i == 0 ? usual : speed,
                 .threads = threads,
                 .requests = request});
  }
  return held;
}

TEST(ServingRule, AdjustsWhatIsHeldBySpeedAsTheSourceDoesByIpc) {
  EXPECT_EQ(held_by_a_long_one(1, 1, 1, 2).cores, 1);
  EXPECT_EQ(held_by_a_long_one(0.9, 0.6, 1, 2).cores, 3);  // F = 1.5: 1.5 + 1, half up
  EXPECT_EQ(held_by_a_long_one(1, 1, 1, 3).cores, 8);      // beyond the target it has all
}

TEST(ServingRule, IsTheRuleWordForWord) {
  EXPECT_TRUE(rc::check([] {
    const ProcessorPart all{test::any_number(1, 7), test::any_number(1, 4)};
    const double target = test::any_number(5'000'000, 200'000'000) * 1e-6;
    ServingRule rule(all, Millis{target});
    test::SlowServingRule slow(all, target);
    std::vector<RequestUnderWay> under_way;
    std::uint64_t number = 0;
    ProcessorPart held = all;
    Millis now{0};
    const int intervals = test::any_number(1, 30);
    for (int i = 0; i < intervals; ++i) {
      const auto any_time = [](double most) { return Millis{test::any_number(1, 1'000'000) * 1e-6 * most}; };
      const Millis end = now + (test::any_number(0, 12) == 0 ? any_time(40'000) : any_time(40));
      for (int more = test::any_number(0, 4); more > 0; --more) {
        under_way.push_back({.number = ++number,
                             .application = test::any_number(0U, 2U),
                             .queued = test::any_number(0, 3) == 0 ? any_time(2 * target) : Millis{0},
                             .begun = now + test::any_number(0, 1000) * 1e-3 * (end - now),
                             .ended = {}});
      }
      for (RequestUnderWay& request : under_way) {
        if (test::any_number(0, 3) > 0) {
          request.ended = request.begun + std::max(now - request.begun, Millis{0}) +
                          test::any_number(1, 1000) * 1e-3 * (end - std::max(now, request.begun));
          request.device = test::any_number(0, 2) * 0.37 * (*request.ended - request.begun);
        }
      }
      const ServingInterval interval{
          .begin = now,
          .end = end,
          .held = held,
          .speed = test::any_number(0, 8) == 0 ? test::any_number(0, 2) : test::any_number(0, 1'000'000) * 1e-6,
          .threads = test::any_number(0, 40) / 5.0,
          .requests = under_way};
      held = rule(interval);
      RC_ASSERT(held == slow(interval));
      RC_ASSERT(held.cores >= 1 && held.cores <= all.cores && held.ways >= 1 && held.ways <= all.ways);
      std::erase_if(under_way, [](const RequestUnderWay& request) { return request.ended.has_value(); });
      now = end;
    }
  }));
}

}  // namespace
}  // namespace warpshop::host
