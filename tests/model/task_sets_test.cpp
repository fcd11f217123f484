#include "sim/model/task_sets.hpp"

#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

/// All of them, by recursion; step: to the first task that may follow one.
void list_combinations(std::uint32_t from, std::uint32_t population, std::size_t size, std::uint32_t step,
                       Order& chosen, std::vector<Order>& all) {
  if (chosen.size() == size) {
    all.push_back(chosen);
    return;
  }
  for (std::uint32_t task = from; task < population; ++task) {
    chosen.push_back(task);
    list_combinations(task + step, population, size, step, chosen, all);
    chosen.pop_back();
  }
}

TEST(TaskSets, CombinationsAreThoseOfARecursion) {
  for (std::uint32_t population = 1; population <= 6; ++population) {
    for (std::size_t size = 1; size <= 5; ++size) {
      std::vector<Order> expected;
      Order chosen;
      list_combinations(0, population, size, 0, chosen, expected);
      const TaskSets sets = TaskSets::combinations(population, size);
      ASSERT_EQ(sets.count(), expected.size()) << population << ", " << size;
      for (std::uint64_t number = 0; number < sets.count(); ++number) {
        ASSERT_EQ(sets.set(number), expected[number]);
      }
    }
  }
}

TEST(TaskSets, ChoicesAreThoseOfARecursionWithoutRepetition) {
  for (std::uint32_t population = 1; population <= 8; ++population) {
    for (std::size_t size = 1; size <= population; ++size) {
      std::vector<Order> expected;
      Order chosen;
      list_combinations(0, population, size, 1, chosen, expected);
      const TaskSets sets = TaskSets::choices(population, size);
      ASSERT_EQ(sets.count(), expected.size()) << population << ", " << size;
      for (std::uint64_t number = 0; number < sets.count(); ++number) {
        ASSERT_EQ(sets.set(number), expected[number]);
      }
    }
    EXPECT_THROW(TaskSets::choices(population, population + 1), InputError);
  }
  EXPECT_EQ(TaskSets::choices(21, 4).count(), 5985);
  EXPECT_EQ(TaskSets::choices(10'000'000, 10'000'000).count(), 1);
  EXPECT_EQ(TaskSets::choices(1'000'000'000, 1).count(), 1'000'000'000);
  EXPECT_EQ(TaskSets::choices(32, 16).set(601'080'389).back(), 31);  // the last one
  EXPECT_THROW(TaskSets::choices(33, 16), InputError);               // 1 166 803 110
  EXPECT_THROW(TaskSets::choices(1'000'000'001, 1), InputError);
}

TEST(TaskSets, CombinationsOfTheSourceAreAsManyAsItSays) {
  const TaskSets sets = TaskSets::combinations(21, 4);  // S5 3.6.1
  EXPECT_EQ(sets.count(), 10626);
  EXPECT_EQ(sets.set(0), (Order{0, 0, 0, 0}));
  EXPECT_EQ(sets.set(10625), (Order{20, 20, 20, 20}));
}

TEST(TaskSets, AreRefusedWhereThereAreTooMany) {
  EXPECT_EQ(TaskSets::combinations(1, 1'000'000).count(), 1);
  EXPECT_EQ(TaskSets::combinations(1'000'000'000, 1).count(), 1'000'000'000);
  EXPECT_THROW(TaskSets::combinations(1'000'000'001, 1), InputError);
  EXPECT_THROW(TaskSets::combinations(64, 64), InputError);
  EXPECT_THROW(TaskSets::combinations(10'000'000, 10'000'000), InputError);
}

TEST(TaskSets, RandomOnesDependOnSeedAndNumberAlone) {
  const TaskSets few = TaskSets::random(5, 3, 10, 7);
  const TaskSets many = TaskSets::random(5, 3, 1000, 7);
  std::map<std::uint32_t, int> drawn;
  std::set<Order> different;
  for (std::uint64_t number = 0; number < many.count(); ++number) {
    const Order set = many.set(number);
    if (number < few.count()) {
      EXPECT_EQ(few.set(number), set);
    }
    different.insert(set);
    for (const std::uint32_t task : set) {
      ++drawn[task];
    }
  }
  EXPECT_EQ(different.size(), 125);  // all that there are
  for (std::uint32_t task = 0; task < 5; ++task) {
    EXPECT_NEAR(drawn[task], 600, 120);  // more than five standard deviations
  }
  EXPECT_NE(TaskSets::random(5, 64, 1, 8).set(0), TaskSets::random(5, 64, 1, 7).set(0));
}

}  // namespace
}  // namespace warpshop
