#include "sim/study/clients/fewest_groups.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace warpshop::study {
namespace {

/// Sizes that a group may hold so much of together, as bins do.
struct Bins {
  std::vector<std::size_t> sizes;
  std::size_t room = 0;

  bool fits(const Group& group) const {
    return std::accumulate(group.begin(), group.end(), std::size_t{0},
                           [&](std::size_t sum, std::size_t member) { return sum + sizes[member]; }) <= room;
  }
};

/// Every way to give each member a number.
std::optional<std::size_t> slowly_fewest(const Bins& bins) {
  const std::size_t members = bins.sizes.size();
  std::optional<std::size_t> fewest;
  std::vector<std::size_t> of(members);
  for (bool more = true; more;) {
    std::map<std::size_t, Group> groups;
    for (std::size_t member = 0; member < members; ++member) {
      groups[of[member]].push_back(member);
    }
    if (std::all_of(groups.begin(), groups.end(), [&](const auto& group) { return bins.fits(group.second); })) {
      fewest = std::min(fewest.value_or(members), groups.size());
    }
    std::size_t digit = 0;
    while (digit < members && ++of[digit] == members) {
      of[digit++] = 0;
    }
    more = digit < members;
  }
  return fewest;
}

RC_GTEST_PROP(FewestGroups, AreAsFewAsOfAllDeals, ()) {
  const auto members = *rc::gen::inRange<std::size_t>(1, 6);
  const Bins bins{.sizes = *rc::gen::container<std::vector<std::size_t>>(members, rc::gen::inRange<std::size_t>(1, 9)),
                  .room = *rc::gen::inRange<std::size_t>(4, 20)};
  std::vector<std::size_t> kinds;
  for (const std::size_t size : bins.sizes) {
    kinds.push_back(size - 1);
  }
  std::set<std::multiset<std::size_t>> asked;
  const auto found = fewest_groups(kinds, kinds.size(), [&](const Group& group) {
    std::multiset<std::size_t> sizes;
    for (const std::size_t member : group) {
      sizes.insert(bins.sizes[member]);
    }
    RC_ASSERT(asked.insert(sizes).second);  // once
    return bins.fits(group);
  });
  const std::optional<std::size_t> fewest = slowly_fewest(bins);
  RC_ASSERT(found.has_value() == fewest.has_value());
  if (!found) {
    return;
  }
  RC_ASSERT(found->size() == *fewest);
  Group all;
  for (const Group& group : *found) {
    RC_ASSERT(!group.empty() && bins.fits(group) && std::is_sorted(group.begin(), group.end()));
    all.insert(all.end(), group.begin(), group.end());
  }
  std::sort(all.begin(), all.end());
  Group everybody(kinds.size());
  std::iota(everybody.begin(), everybody.end(), 0);
  RC_ASSERT(all == everybody);
}

TEST(FewestGroups, AreAtMostAsManyAsThereMayBe) {
  const auto alone = [](const Group& group) { return group.size() == 1; };
  EXPECT_FALSE(fewest_groups({0, 0, 1}, 2, alone));
  EXPECT_EQ(fewest_groups({0, 0, 1}, 3, alone), (std::vector<Group>{{0}, {1}, {2}}));
  EXPECT_FALSE(fewest_groups({0}, 3, [](const Group& /*any*/) { return false; }));
}

TEST(FewestGroups, OfManyThatAreAlikeAreFoundWithFewQuestions) {
  std::size_t asked = 0;
  const auto found = fewest_groups(std::vector<std::size_t>(40, 0), 40, [&](const Group& group) {
    ++asked;
    return group.size() <= 7;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 6U);
  EXPECT_EQ(asked, 8U);
}

}  // namespace
}  // namespace warpshop::study
