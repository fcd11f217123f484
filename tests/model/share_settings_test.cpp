#include "sim/model/share_settings.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/planned_by.hpp"

namespace warpshop {
namespace {

Residency held(std::uint32_t task, std::uint32_t first_sm, std::uint32_t sms, std::uint32_t ctas, double start,
               double end) {
  return {
      .task = task, .first_sm = first_sm, .sms = sms, .ctas_per_sm = ctas, .start = Millis{start}, .end = Millis{end}};
}

Timeline timeline_with(std::vector<Residency> residencies) {
  return {.residencies = in_order(std::move(residencies))};
}

Plan plan_of_tasks(std::uint32_t tasks) {
  return {.order = Order(tasks), .share = Share("any", {.settable = Settable::kernels})};
}

TEST(ShareSettings, AreWhatEachKernelHeldLongestBesideAnother) {
  // 0: 28 SMs for 12 ms, then 9 for 3 in two parts; 1: 19 SMs while 0 has 9, 28 behind it; 2 holds nothing; 3 is alone
  const Timeline timeline =
      timeline_with({held(0, 0, 28, 8, 0, 12), held(0, 0, 4, 8, 12, 15), held(0, 4, 5, 7, 12, 15),
                     held(1, 9, 19, 2, 12, 15), held(1, 0, 28, 2, 15, 25), held(3, 0, 28, 1, 26, 26.5)});
  EXPECT_EQ(share_settings(plan_of_tasks(4), timeline, 28),
            (std::vector<ShareSetting>{{.tasks = {0}, .sms = 9, .ctas_per_sm = 8, .with = 1},
                                       {.tasks = {1}, .sms = 19, .ctas_per_sm = 2, .with = 0},
                                       {.tasks = {3}, .sms = 28, .ctas_per_sm = 1}}));
}

TEST(ShareSettings, AreWhatAKernelHeldBesideTheOneThatItIsMostlyWith) {
  // 0 beside 1 for 3 ms with 2 CTAs, beside 2 and then 3 for 2 ms each with 6
  const Timeline timeline = timeline_with({held(0, 0, 28, 2, 0, 3), held(1, 0, 28, 6, 0, 3), held(0, 0, 28, 6, 3, 7),
                                           held(2, 0, 28, 2, 3, 5), held(3, 0, 28, 2, 5, 7)});
  const auto settings = share_settings(plan_of_tasks(4), timeline, 28);
  ASSERT_EQ(settings.size(), 4U);
  EXPECT_EQ(settings[0], (ShareSetting{.tasks = {0}, .sms = 28, .ctas_per_sm = 2, .with = 1}));
  EXPECT_EQ(settings[1], (ShareSetting{.tasks = {1}, .sms = 28, .ctas_per_sm = 6, .with = 0}));
}

TEST(ShareSettings, AddUpWavesOnTheSameSms) {
  const auto settings =
      share_settings(plan_of_tasks(1), timeline_with({held(0, 0, 5, 1, 0, 3), held(0, 2, 8, 7, 1, 3)}), 28);
  EXPECT_EQ(settings, (std::vector<ShareSetting>{{.tasks = {0}, .sms = 10, .ctas_per_sm = 8}}));
}

TEST(ShareSettings, AreTheFirstOfEquallyLongOnes) {
  const Timeline timeline = timeline_with({held(0, 0, 1, 1, 0, 2), held(0, 0, 2, 1, 2, 4), held(2, 5, 1, 1, 0, 2),
                                           held(1, 6, 1, 1, 2, 4), held(3, 0, 1, 1, 5, 6), held(3, 0, 2, 1, 6, 7)});
  const auto settings = share_settings(plan_of_tasks(4), timeline, 1000);
  ASSERT_EQ(settings.size(), 4U);
  EXPECT_EQ(settings[0].with, 1U);
  EXPECT_EQ(settings[0].sms, 2U);  // as it is beside that
  EXPECT_EQ(settings[3].sms, 1U);
}

TEST(ShareSettings, NumberTheMigInstances) {
  Plan plan = plan_of_tasks(4);
  plan.share->settable = Settable::mig_instances;
  plan.share->partitions = {{.first = 0, .sms = 60, .profile = "3g"}, {.first = 60, .sms = 60, .profile = "3g"}};
  const Timeline timeline = timeline_with({held(0, 60, 4, 1, 0, 1), held(1, 0, 60, 1, 0, 1), held(3, 119, 1, 1, 3, 4)});
  EXPECT_EQ(share_settings(plan, timeline, 132),
            (std::vector<ShareSetting>{{.tasks = {0}, .mig_instance = 2, .mig_profile = "3g"},
                                       {.tasks = {1}, .mig_instance = 1, .mig_profile = "3g"},
                                       {.tasks = {3}, .mig_instance = 2, .mig_profile = "3g"}}));
}

TEST(ShareSettings, AreTheLimitsOfMpsClientsWhateverTheyHeld) {
  Plan plan = plan_of_tasks(5);
  plan.share = test::share_by_hand("mps", {90, 0.5}, {.settable = Settable::mps_limits});
  plan.share->clients = {0, 1, kNoClient, 0, 2};
  EXPECT_EQ(share_settings(plan, timeline_with({held(1, 0, 5, 1, 0, 3)}), 28),
            (std::vector<ShareSetting>{{.tasks = {0, 3}, .sms = 25, .mps_percentage = 90},
                                       {.tasks = {1}, .sms = 1, .mps_percentage = 0.5},
                                       {.tasks = {4}, .sms = 25, .mps_percentage = 90}}));
}

TEST(ShareSettings, AreNoneWhereThereIsNothingToSet) {
  Plan plan = plan_of_tasks(1);
  plan.share->settable = Settable::nothing;
  EXPECT_TRUE(share_settings(plan, timeline_with({held(0, 0, 5, 1, 0, 3)}), 28).empty());
}

/// The same in every whole millisecond, one after the other.
std::vector<ShareSetting> settings_by_the_millisecond(const Timeline& timeline, std::uint32_t tasks, std::uint32_t sms,
                                                      int until) {
  std::vector<ShareSetting> settings;
  const auto holds = [&](std::uint32_t task, int at) {
    std::pair<std::uint32_t, std::uint32_t> now{0, 0};
    for (std::uint32_t sm = 0; sm < sms; ++sm) {
      std::uint32_t ctas = 0;
      for (const Residency& each : timeline.residencies) {
        const bool is_there = each.task == task && sm >= each.first_sm && sm < each.first_sm + each.sms;
        ctas += is_there && each.start.count() <= at && each.end.count() > at ? each.ctas_per_sm : 0;
      }
      now = {now.first + (ctas > 0 ? 1 : 0), std::max(now.second, ctas)};
    }
    return now;
  };
  for (std::uint32_t task = 0; task < tasks; ++task) {
    std::map<std::uint32_t, int> with;
    for (int at = 0; at < until; ++at) {
      for (std::uint32_t other = 0; other < tasks; ++other) {
        with[other] += other != task && holds(task, at).first > 0 && holds(other, at).first > 0 ? 1 : 0;
      }
    }
    ShareSetting setting{.tasks = {task}};
    for (const auto& [other, count] : with) {
      if (count > 0 && (!setting.with || count > with[*setting.with])) {
        setting.with = other;
      }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> held;  // how long, less the first time
    for (int at = 0; at < until; ++at) {
      const auto now = holds(task, at);
      if (now.first > 0 && (!setting.with || holds(*setting.with, at).first > 0)) {
        auto& [count, first] = held.try_emplace(now, 0, -at).first->second;
        ++count;
      }
    }
    if (held.empty()) {
      continue;
    }
    const auto longest = std::max_element(held.begin(), held.end(),
                                          [](const auto& one, const auto& other) { return one.second < other.second; });
    setting.sms = longest->first.first;
    setting.ctas_per_sm = longest->first.second;
    settings.push_back(setting);
  }
  return settings;
}

TEST(ShareSettings, AreThoseOfEveryMillisecondByItself) {
  EXPECT_TRUE(rc::check([] {
    constexpr std::uint32_t kTasks = 5;
    constexpr int kUntil = 30;
    const auto below = [](int most) { return *rc::gen::inRange(0, most); };
    std::vector<Residency> residencies;
    for (int i = below(20); i > 0; --i) {
      const int start = below(kUntil - 1);
      const int end = start + 1 + below(kUntil - 1 - start);
      residencies.push_back(held(static_cast<std::uint32_t>(below(kTasks)), static_cast<std::uint32_t>(below(3)),
                                 1 + static_cast<std::uint32_t>(below(3)), 1 + static_cast<std::uint32_t>(below(2)),
                                 start, end));
    }
    const Timeline timeline = timeline_with(residencies);
    RC_ASSERT(share_settings(plan_of_tasks(kTasks), timeline, 7) ==
              settings_by_the_millisecond(timeline, kTasks, 7, kUntil));
  }));
}

}  // namespace
}  // namespace warpshop
