#include "sim/study/clients/setting_space.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

namespace warpshop::study {
namespace {

constexpr SearchRange kPercentOfSms{.low = 10, .high = 100, .coarse = 30, .fine = 1, .percent_of_sms = true};
constexpr SearchRange kOfAllSms{.low = 10, .high = 90, .coarse = 20, .fine = 1, .of_all_sms = true};

double all_of(const ByClient& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

/// On how many SMs a client may be that has so many per cent of them.
double whole_sms(double percent, double sms) {
  return std::max(1.0, std::floor(percent * sms / 100 + 1e-9));
}

TEST(SettingSpace, TriesEveryCoarseStepOfEachClient) {
  const auto grid = SettingSpace(kPercentOfSms, 2, 56).grid(1);
  EXPECT_EQ(std::set<ByClient>(grid.begin(), grid.end()).size(), 16U);
  for (const double one : {10.0, 40.0, 70.0, 100.0}) {
    for (const double other : {10.0, 40.0, 70.0, 100.0}) {
      EXPECT_EQ(std::count(grid.begin(), grid.end(), ByClient{one, other}), 1) << one << "/" << other;
    }
  }
}

TEST(SettingSpace, DrawsTwoHundredOfMoreBySeed) {
  const SettingSpace space(kPercentOfSms, 6, 56);
  EXPECT_EQ(space.grid(1).size(), 200U);
  EXPECT_EQ(space.grid(1), space.grid(1));
  EXPECT_NE(space.grid(1), space.grid(2));
}

TEST(SettingSpace, BeginsWithAllForEverybodyAndWithEvenShares) {
  EXPECT_EQ(SettingSpace(kPercentOfSms, 3, 56).usual(), (std::vector<ByClient>{{100, 100, 100}, {40, 40, 40}}));
  EXPECT_EQ(SettingSpace(kOfAllSms, 3, 16).usual(), (std::vector<ByClient>{{5, 6, 5}}));
}

/// Numbers of clients, SMs and the step, at the ends of what there is.
class Spaces : public testing::TestWithParam<std::tuple<std::size_t, double, double>> {};

TEST_P(Spaces, SmsThatAreSharedAreAllGivenAndWhole) {
  const auto [clients, sms, step] = GetParam();
  const SettingSpace space(kOfAllSms, clients, sms);
  auto all = space.grid(7);
  const auto begin = space.usual();
  all.insert(all.end(), begin.begin(), begin.end());
  const auto beside = space.neighbours(begin.front(), step, false);
  all.insert(all.end(), beside.begin(), beside.end());
  EXPECT_TRUE(space.neighbours(begin.front(), step, true).empty());
  for (const ByClient& numbers : all) {
    ASSERT_EQ(numbers.size(), clients);
    EXPECT_EQ(all_of(numbers), std::max(sms, static_cast<double>(clients)));
    for (const double number : numbers) {
      EXPECT_GE(number, 1);
      EXPECT_EQ(number, std::floor(number));
    }
  }
}

TEST_P(Spaces, ANeighbourIsAnotherOnTheGpuUnlessItIsAtTheEnd) {
  const auto [clients, sms, step] = GetParam();
  const SettingSpace space(kPercentOfSms, clients, sms);
  for (const ByClient& here : space.usual()) {
    for (const ByClient& there : space.neighbours(here, step, false)) {
      ASSERT_EQ(there.size(), clients);
      std::size_t changed = 0;
      for (std::size_t client = 0; client < clients; ++client) {
        EXPECT_GE(there[client], 1);
        EXPECT_LE(there[client], 100);
        changed += there[client] != here[client] ? 1 : 0;
        const bool at_an_end = whole_sms(here[client], sms) <= 1 || whole_sms(here[client], sms) == sms;
        EXPECT_TRUE(there[client] == here[client] || whole_sms(there[client], sms) != whole_sms(here[client], sms) ||
                    at_an_end);
      }
      EXPECT_EQ(changed, 1U);
    }
  }
}

/// From 19 and 9 of 28 SMs, next to each other, to 21 and 10, which share three, no step of one is better.
TEST(Space, TwoNumbersMoveTogetherOrApart) {
  const SettingSpace space(kPercentOfSms, 2, 28);
  std::set<std::pair<double, double>> sms;
  for (const ByClient& there : space.neighbours({68, 33}, 1, true)) {
    sms.emplace(whole_sms(there[0], 28), whole_sms(there[1], 28));
  }
  EXPECT_EQ(sms.size(), 16U);
  for (const auto& [one, other] : sms) {
    EXPECT_TRUE(one != 19 && one >= 17 && one <= 21) << one;
    EXPECT_TRUE(other != 9 && other >= 7 && other <= 11) << other;
  }
  EXPECT_EQ(SettingSpace(kPercentOfSms, 3, 28).neighbours({68, 33, 33}, 1, true).size(), 3U * 4U);
}

INSTANTIATE_TEST_SUITE_P(Ends, Spaces,
                         testing::Combine(testing::Values<std::size_t>(1, 2, 3, 8),
                                          testing::Values(1.0, 2.0, 16.0, 132.0),
                                          testing::Values(0.1, 1.0, 7.0, 50.0)));

}  // namespace
}  // namespace warpshop::study
