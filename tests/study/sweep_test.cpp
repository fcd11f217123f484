#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/sweep/point_maker.hpp"
#include "sim/study/sweep/sweep_summary.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

Workload population_of_21() {
  return test::shipped_workload("population-21.yaml");
}

SweepSettings by_policies(const std::vector<std::string>& names) {
  SweepSettings settings{.engine = test::fast_engine(), .policies = {}, .options = {}};
  for (const std::string& each : names) {
    settings.policies.push_back(named_policy(each));
  }
  return settings;
}

/// Every point of the ranges, some at a time.
void each_of(const Grid& grid, const SweepSettings& settings, const std::vector<PointRange>& ranges, unsigned jobs,
             const std::function<void(std::span<const SweepPoint>)>& take) {
  PointMaker maker(grid, settings, ranges, jobs);
  for (std::vector<SweepPoint> points = maker.next(); !points.empty(); points = maker.next()) {
    take(points);
  }
}

/// Sets of the population on devices.
Grid grid_of(const TaskSets& sets, const std::vector<std::string>& devices) {
  Grid grid{.sets = sets.count(), .cells = {}};
  for (const std::string& device : devices) {
    const Fleet population = make_problem(population_of_21(), files::find_device(device)).fleet;
    grid.cells.push_back(
        {.fleet = [population, sets](std::uint64_t set) { return picked(population, sets.set(set)); }});
  }
  return grid;
}

/// What `compare` says of the same tasks as a workload of their own.
TEST(Sweep, AgreesWithCompareOnEverySet) {
  const std::vector<std::string> names{"fifo", "johnson", "si", "neh", "neh-gpu", "sq", "hyperq", "best"};
  const Workload population = population_of_21();
  const Device device = files::find_device("titanx");
  const Fleet fleet = make_problem(population, device).fleet;
  const SweepSettings settings = by_policies(names);
  for (const TaskSets& sets : {TaskSets::combinations(21, 4), TaskSets::random(21, 7, 10626, 3)}) {
    for (std::uint64_t set = 17; set < sets.count(); set += 709) {
      const SweepPoint point = sweep_point(picked(fleet, sets.set(set)), set, Objective::makespan, settings);
      Workload workload{.name = "set", .file = "", .tasks = {}};
      for (const std::uint32_t task : sets.set(set)) {
        workload.tasks.push_back(population.tasks[task]);
        workload.tasks.back().name += "." + std::to_string(workload.tasks.size());
      }
      const Problem problem = make_problem(workload, device);
      const Comparison comparison =
          compare(problem, choose_policies(names, workload).chosen,
                  {.device = "titanx", .engine = test::fast_engine(), .options = {}}, [](const auto& /*text*/) {});
      for (const PolicyResult& result : comparison.results) {
        const auto at = std::find(names.begin(), names.end(), result.policy) - names.begin();
        EXPECT_EQ(point.costs[static_cast<std::size_t>(at)].cost, result.cost) << result.policy;
        EXPECT_EQ(point.costs[static_cast<std::size_t>(at)].predicted, result.predicted) << result.policy;
      }
      EXPECT_EQ(point.lower_bound, comparison.lower_bound);
      EXPECT_EQ(point.baselines[index(Baseline::fifo)], comparison.fifo_cost);
      EXPECT_LE(point.best, comparison.results.front().cost);
      EXPECT_TRUE(tied(point.best, comparison.results.front().cost));
      EXPECT_EQ(point.baselines[index(Baseline::hyperq)], point.costs[6].cost);
    }
  }
}

TEST(Sweep, TheMedianIsThatOfAllOrders) {
  const Fleet fleet = make_problem(population_of_21(), files::find_device("k20c")).fleet;
  const TaskSets sets = TaskSets::combinations(21, 4);
  for (std::uint64_t set = 5; set < sets.count(); set += 997) {
    const Fleet own = picked(fleet, sets.set(set));
    std::vector<double> makespans;
    Order order{0, 1, 2, 3};
    do {
      makespans.push_back(evaluate::makespan(own.tasks(), {.order = order}).count());
    } while (std::next_permutation(order.begin(), order.end()));
    std::sort(makespans.begin(), makespans.end());
    const SweepPoint point = sweep_point(own, set, Objective::makespan, by_policies({"fifo"}));
    EXPECT_NEAR(point.baselines[index(Baseline::median)].count(), (makespans[11] + makespans[12]) / 2, 1e-12);
    EXPECT_DOUBLE_EQ(point.best.count(), makespans.front());
  }
}

SweepManifest manifest_of(const TaskSets& sets, const std::vector<std::string>& devices,
                          const std::vector<std::string>& policies) {
  SweepManifest manifest{.head = {.name = "test", .engine = "fast", .sets = sets.count()}, .most_tasks = sets.size()};
  manifest.head.axes = {{"device", devices}};
  manifest.head.policies = policies;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    manifest.head.cells.emplace_back().values = {i};
    manifest.head.cells.back().device = devices[i];
  }
  return manifest;
}

std::string json_of(const Sweep& sweep) {
  std::ostringstream out;
  io::print(out, format::Json{}, sweep);
  return out.str();
}

TEST(Sweep, DoesNotDependOnTheNumberOfThreadsOrRanges) {
  const TaskSets sets = TaskSets::random(21, 6, 500, 1);
  const std::vector<std::string> devices{"k20c", "titanx"};
  const std::vector<std::string> policies{"fifo", "neh-gpu", "random"};
  const Grid grid = grid_of(sets, devices);
  const auto answer = [&](unsigned jobs, const std::vector<PointRange>& ranges) {
    SweepSummary summary(manifest_of(sets, devices, policies));
    std::uint64_t next = 0;
    each_of(grid, by_policies(policies), ranges, jobs, [&](std::span<const SweepPoint> points) {
      for (const SweepPoint& point : points) {
        EXPECT_EQ(point.cell * sets.count() + point.set, next++);
      }
      summary.add(points);
    });
    EXPECT_EQ(next, 1000);
    return json_of(summary.sweep());
  };
  const std::string alone = answer(1, {{0, 1000}});
  EXPECT_EQ(answer(3, {{0, 1000}}), alone);
  EXPECT_EQ(answer(16, {{0, 1}, {1, 77}, {77, 499}, {499, 501}, {501, 1000}}), alone);
}

TEST(Sweep, MakesNothingOfNoRanges) {
  each_of(grid_of(TaskSets::random(21, 6, 500, 1), {"k20c"}), by_policies({"fifo"}), {}, 2,
          [](auto /*points*/) { ADD_FAILURE(); });
}

TEST(Sweep, EndsWorkWhosePointsNobodyWants) {
  const Grid grid = grid_of(TaskSets::random(21, 6, 5000, 1), {"k20c"});
  const SweepSettings settings = by_policies({"fifo"});
  PointMaker maker(grid, settings, {{0, 5000}}, 4);
  const std::vector<SweepPoint> first = maker.next();
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first.front().set, 0);
}

TEST(SweepSummary, RefusesPointsThatAreMissing) {
  const TaskSets sets = TaskSets::random(21, 6, 40, 1);
  const Grid grid = grid_of(sets, {"k20c", "titanx"});
  for (const std::vector<PointRange>& ranges :
       {std::vector<PointRange>{{0, 79}}, {{1, 80}}, {{0, 40}}, {{0, 39}, {40, 80}}}) {
    const auto answer = [&] {
      SweepSummary summary(manifest_of(sets, {"k20c", "titanx"}, {"fifo"}));
      each_of(grid, by_policies({"fifo"}), ranges, 1, [&](auto points) { summary.add(points); });
      summary.sweep();
    };
    EXPECT_THROW(answer(), std::logic_error);
  }
}

TEST(Sweep, ThrowsWhatAPointThrows) {
  Grid grid = grid_of(TaskSets::random(21, 6, 500, 1), {"k20c"});
  grid.cells.front().fleet = [whole = grid.cells.front().fleet](std::uint64_t set) -> Fleet {
    if (set == 333) {
      throw std::runtime_error("no set 333");
    }
    return whole(set);
  };
  for (const unsigned jobs : {1U, 4U}) {
    const auto sweep = [&] { each_of(grid, by_policies({"fifo"}), {{0, 500}}, jobs, [](auto /*points*/) {}); };
    EXPECT_THROW(sweep(), std::runtime_error);
  }
}

/// Two policies, of which the first takes as long as `costs` says and the second a millisecond on every set.
SweepCell summary_of(const std::vector<double>& costs) {
  CellSummary summary(2, false);
  for (std::size_t set = 0; set < costs.size(); ++set) {
    SweepPoint point{.set = set, .kernel_dominant = set % 2};
    point.baselines.fill(Millis{2});
    point.best = Millis{std::min(1.0, costs[set])};
    point.costs = {{.cost = Millis{costs[set]}}, {.cost = Millis{1}}};
    summary.add(point);
  }
  return summary.cell();
}

TEST(SweepSummary, LeavesOutSpeedupsOverWhatCostsNothing) {
  CellSummary summary(1, false);
  for (const auto& [baseline, cost] : {std::pair{0.0, 0.0}, {2.0, 0.0}, {0.0, 2.0}, {1e15, 1e-300}, {3.0, 1.0}}) {
    SweepPoint point{.kernel_dominant = 1, .best = Millis{std::min(cost, 1.0)}, .costs = {{.cost = Millis{cost}}}};
    point.baselines.fill(Millis{baseline});
    summary.add(point);
  }
  const SweepPolicy policy = summary.cell().policies[0];
  EXPECT_EQ(policy.speedup[0].count, 3);
  EXPECT_EQ(policy.speedup[0].min, 0);
  EXPECT_EQ(policy.speedup[0].median, 1);
  EXPECT_EQ(policy.speedup[0].max, 3);
  EXPECT_EQ(policy.by_kernel_dominant[1]->count, 3);
  EXPECT_EQ(policy.closeness.count, 5);
  EXPECT_EQ(policy.closeness.min, 0.5);
}

TEST(SweepSummary, FollowsItsDefinitions) {
  const SweepCell cell = summary_of({0.5, 1, 4, 2});
  const SweepPolicy& first = cell.policies[0];
  EXPECT_EQ(first.wins, 2);
  EXPECT_EQ(cell.policies[1].wins, 3);
  EXPECT_DOUBLE_EQ(first.speedup[index(Baseline::median)].max, 4);
  EXPECT_DOUBLE_EQ(first.speedup[index(Baseline::fifo)].median, 1.5);
  EXPECT_DOUBLE_EQ(first.closeness.min, 0.25);
  EXPECT_DOUBLE_EQ(first.closeness.mean, (1 + 1 + 0.25 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(first.cost.median, 1.5);
  ASSERT_EQ(first.by_kernel_dominant.size(), 2);
  EXPECT_DOUBLE_EQ(first.by_kernel_dominant[0]->mean, 2.25);  // of 4 and 0.5
  EXPECT_DOUBLE_EQ(first.by_kernel_dominant[1]->mean, 1.5);   // of 2 and 1
  ASSERT_EQ(cell.tests.size(), 1);
  // Differences of 1/3, none, -3/5 and -1/3: ranks 1.5, 3 and 1.5.
  EXPECT_EQ(cell.tests[0].test.pairs, 3);
  EXPECT_DOUBLE_EQ(cell.tests[0].test.above, 1.5);
  EXPECT_DOUBLE_EQ(cell.tests[0].test.below, 4.5);
}

TEST(SweepSummary, SaysWhatPoliciesCostWhereChangesOfContextTakeLittleOrMuch) {
  for (const bool assumed : {false, true}) {
    CellSummary summary(2, assumed);
    for (const double cost : {2.0, 4.0, 6.0}) {
      SweepPoint point{.best = Millis{1}, .costs = {{.cost = Millis{cost}}, {.cost = Millis{1}}}};
      point.costs[0].at_ends = {.low = Millis{cost / 2}, .high = Millis{cost * 2}};
      point.costs[1].at_ends = {.low = Millis{1}, .high = Millis{1}};
      point.baselines.fill(Millis{8});
      summary.add(point);
    }
    const SweepCell cell = summary.cell();
    EXPECT_TRUE(cell.policies[1].ends.empty());
    ASSERT_EQ(cell.policies[0].ends.size(), assumed ? 2 : 0);
    if (assumed) {
      EXPECT_DOUBLE_EQ(cell.policies[0].ends[0].cost.median, 2);
      EXPECT_DOUBLE_EQ(cell.policies[0].ends[1].cost.median, 8);
      EXPECT_DOUBLE_EQ(cell.policies[0].ends[0].speedup.median, 4);
      EXPECT_DOUBLE_EQ(cell.policies[0].ends[1].speedup.median, 1);
    }
  }
}

TEST(SweepSummary, WhatIsTheLeastButForRoundingIsAllOfIt) {
  CellSummary summary(1, false);
  for (std::uint64_t set = 0; set < 20; ++set) {
    SweepPoint point{.set = set, .costs = {{.cost = Millis{1}}}};
    point.best = Millis{set % 3 == 0 ? 1 - 1e-16 * 2 : 1};
    summary.add(point);
  }
  const stats::BoxStatistics closeness = summary.cell().policies[0].closeness;
  EXPECT_EQ(closeness.min, 1);
  EXPECT_EQ(closeness.outliers, 0);
}

TEST(SweepSummary, SaysWhatAnAxisDoes) {
  Sweep sweep{.name = "test",
              .engine = "fast",
              .sets = 1,
              .axes = {{"device", {"k20c"}}, {"link", {"1", "2", "4"}}},
              .policies = {"a", "b"},
              .cells = {},
              .effects = {}};
  // b takes a millisecond; a 4, 2 and 1/2: it costs 1, 1, 1/2 by the better one
  for (std::size_t i = 0; i < 3; ++i) {
    sweep.cells.push_back(summary_of({std::vector<double>{4, 2, 0.5}[i]}));
    sweep.cells.back().values = {0, i};
  }
  finish(sweep);
  ASSERT_EQ(sweep.effects.size(), 1);
  const SweepEffect& effect = sweep.effects.front();
  EXPECT_EQ(effect.axis, 1);
  EXPECT_EQ(effect.best, (std::vector<std::size_t>{1, 1, 0}));
  EXPECT_EQ(effect.gain, (std::vector<double>{2, 2, 4}));
  // ln y = 0, 0, -ln 2 at ln x = 0, ln 2, 2 ln 2: slope -1/2
  EXPECT_NEAR(*effect.elasticity, -0.5, 1e-12);
  EXPECT_NEAR(*effect.fit, 0.75, 1e-12);
}

TEST(SweepSummary, SaysOfAnAxisWhatTheGridHas) {
  Sweep sweep{.name = "test",
              .engine = "fast",
              .sets = 1,
              .axes = {{"device", {"k20c"}}, {"gpus", {"1", "2", "4"}}, {"link", {"1", "2"}}},
              .policies = {"a", "b"},
              .cells = {},
              .effects = {}};
  // of 3 x 2 cells four: link 1 beside 1 and 4 GPUs, link 2 beside 2 and 4
  const std::vector<std::vector<std::size_t>> cells{{0, 0, 0}, {0, 1, 1}, {0, 2, 0}, {0, 2, 1}};
  for (const auto& values : cells) {
    sweep.cells.push_back(summary_of({0.5 / static_cast<double>(values[1] + 1)}));  // of a; b takes a millisecond
    sweep.cells.back().values = values;
  }
  finish(sweep);
  ASSERT_EQ(sweep.effects.size(), 3);
  EXPECT_EQ(sweep.effects[0].others, (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(sweep.effects[0].values, (std::vector<std::size_t>{0, 2}));
  EXPECT_NEAR(*sweep.effects[0].elasticity, std::log(1.0 / 3) / std::log(4), 1e-12);  // 1/6 ms for 1/2, 4 GPUs for 1
  EXPECT_EQ(sweep.effects[1].others, (std::vector<std::size_t>{0, 0, 1}));
  EXPECT_EQ(sweep.effects[1].values, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(sweep.effects[2].axis, 2);
  EXPECT_EQ(sweep.effects[2].others, (std::vector<std::size_t>{0, 2, 0}));
  EXPECT_EQ(sweep.effects[2].values, (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace warpshop::study
