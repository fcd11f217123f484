#include "sim/evaluate/rounds.hpp"

#include <cstddef>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/evaluate.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

/// Tasks with these footprints in bytes, each with an H2D, a kernel and a D2H of 1 ms; 10 B of memory.
Instance instance_of_footprints(const std::vector<std::int64_t>& footprints) {
  Instance instance;
  instance.rates = test::all_rates()[3];
  for (const std::int64_t footprint : footprints) {
    instance.jobs.push_back(test::make_job({}, {Millis{0}, Millis{1}}, 1, {Millis{0}, Millis{1}}, 7, 0, 0));
    instance.footprints.push_back(Bytes{footprint});
  }
  instance.memory = Bytes{10};
  return instance;
}

using Rounds = std::vector<std::uint32_t>;

TEST(Rounds, AreNoneWhereAllFits) {
  EXPECT_FALSE(needs_rounds(instance_of_footprints({5, 5})));
  EXPECT_EQ(rounds_of(instance_of_footprints({5, 5}), Order{0, 1}), Rounds{});
  EXPECT_EQ(rounds_of(instance_of_footprints({}), Order{}), Rounds{});
}

TEST(Rounds, TakeWhatComesNextForAsLongAsItFits) {
  const Instance instance = instance_of_footprints({6, 5, 4, 1, 10, 0});
  EXPECT_EQ(rounds_of(instance, Order{0, 1, 2, 3, 4, 5}), (Rounds{1, 3, 2})) << "6; 5 + 4 + 1; 10 + 0";
  EXPECT_EQ(rounds_of(instance, Order{0, 2, 1, 3, 4, 5}), (Rounds{2, 2, 2})) << "6 + 4; 5 + 1; 10 + 0";
}

TEST(Rounds, AreCountedWhereverAnOrderIs) {
  const Instance instance = instance_of_footprints({6, 6});
  EXPECT_EQ(plan_of(instance, {1, 0}).rounds, (Rounds{1, 1}));
  EXPECT_EQ(Evaluator(instance).cost(Order{1, 0}), Millis{6});
  EXPECT_EQ(Evaluator(instance_of_footprints({5, 5})).cost(Order{1, 0}), Millis{4});
}

TEST(Rounds, HoldWhatAJobHoldsFromItsFirstTaskToItsLast) {
  Instance instance = instance_of_footprints({3, 3, 3, 3, 3});
  instance.memory = Bytes{10};
  instance.footprint_job = {1, 0, 0, 1, 0};
  instance.job_footprints = {Bytes{4}, Bytes{10}};  // no task is of the second
  EXPECT_EQ(rounds_of(instance, Order{0, 1, 2, 3, 4}), (Rounds{2, 2, 1})) << "4 + 3 + 3; 4 + 3 + 3; 3";
  EXPECT_EQ(rounds_of(instance, Order{1, 2, 4, 0, 3}), (Rounds{3, 2})) << "3 + 3 + 3; 4 + 3 + 3";
  EXPECT_EQ(rounds_of(instance, Order{0, 3, 1, 2, 4}), (Rounds{2, 3})) << "4 + 3 + 3; 3 + 3 + 3";
  EXPECT_TRUE(needs_rounds(instance));
  instance.memory = Bytes{19};
  EXPECT_FALSE(needs_rounds(instance)) << "5 x 3 + 4";
}

/// What is held in the round of the tasks from a place to before another, counted job by job.
std::int64_t held(const Instance& instance, const Order& order, std::size_t from, std::size_t to) {
  std::int64_t bytes = 0;
  for (std::size_t place = from; place < to; ++place) {
    bytes += instance.footprints[order[place]].count;
  }
  for (std::uint32_t job = 1; job <= instance.job_footprints.size(); ++job) {
    bool before_its_end = false;
    bool begun = false;
    for (std::size_t place = 0; place < order.size(); ++place) {
      const bool own = !instance.footprint_job.empty() && instance.footprint_job[order[place]] == job;
      begun = begun || (own && place < to);
      before_its_end = before_its_end || (own && place >= from);
    }
    bytes += begun && before_its_end ? instance.job_footprints[job - 1].count : 0;
  }
  return bytes;
}

TEST(Rounds, FitAndCouldTakeNoneMore) {
  EXPECT_TRUE(rc::check([] {
    const Instance instance =
        test::demanding(*test::instance({}, 9), {.precedence = false, .footprints = true, .gaps = false});
    Order order = test::order_of(instance.size());
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[*rc::gen::inRange<std::size_t>(0, left)]);
    }
    Rounds rounds = rounds_of(instance, order);
    if (rounds.empty()) {
      rounds = {static_cast<std::uint32_t>(order.size())};
    }
    std::size_t from = 0;
    for (const std::uint32_t length : rounds) {
      RC_ASSERT(length > 0U);
      RC_ASSERT(held(instance, order, from, from + length) <= instance.memory.count);
      from += length;
      if (from < order.size()) {
        RC_ASSERT(held(instance, order, from - length, from + 1) > instance.memory.count);
      }
    }
    RC_ASSERT(from == order.size());
  }));
}

}  // namespace
}  // namespace warpshop::evaluate
