// Copies of MIG instances: engines of their own, one link.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/fleets.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/slow_copies.hpp"

namespace warpshop::evaluate {
namespace {

/// On a chip of 108 SMs: copies alone, no two of one process unless families say so.
Instance copies_on_mig(std::vector<Job> jobs, const Rates& rates) {
  Instance instance{.jobs = std::move(jobs), .rates = rates};
  instance.chip =
      Chip{.sm = {.count = 108, .registers = 65536, .shared_memory = Bytes{1 << 17}, .threads = 2048, .ctas = 32}};
  instance.chip->mig = {
      .compute_slices = 7,
      .memory_slices = 8,
      .profiles = {{"4g", 4, 56, 4, 4}, {"3g", 3, 42, 4, 3}, {"2g", 2, 28, 2, 2}, {"1g", 1, 14, 1, 1}}};
  return instance;
}

Plan on_mig(const Instance& instance, const std::vector<double>& cut) {
  return test::planned_by("mig", instance, cut).plan;
}

/// Ends of copies, in and then out, of each task that has them.
std::vector<double> ends_on_mig(const Instance& instance, const std::vector<double>& cut) {
  std::vector<double> ends;
  for (const Interval& interval : timeline(instance, on_mig(instance, cut)).intervals) {
    ends.push_back(interval.end.count());
  }
  return ends;
}

const std::vector<double> kSevenths(7, 1);

TEST(PartitionedCopies, ASeventhHasOneEngineForBothDirections) {
  Instance instance = copies_on_mig({test::job_of(10, -1, -1), test::job_of(-1, -1, 10)}, test::even_rates(0.8));
  instance.families = {1, 1};
  EXPECT_EQ(ends_on_mig(instance, kSevenths), (std::vector<double>{10, 20}));
  EXPECT_EQ(ends_on_mig(instance, {3, 2, 2}), (std::vector<double>{12.5, 12.5}));
}

TEST(PartitionedCopies, NeverStandBehindThoseOfAnotherButShareTheLink) {
  // three clients copy in at once: a third each until the shortest has moved its 2, at 6
  const Instance instance =
      copies_on_mig({test::job_of(2, -1, -1), test::job_of(4, -1, -1), test::job_of(4, -1, -1)}, test::even_rates(1));
  EXPECT_EQ(ends_on_mig(instance, kSevenths), (std::vector<double>{6, 10, 10}));
}

TEST(PartitionedCopies, OpposingOnesOfOtherInstancesSlowTheLinkDown) {
  const Instance instance =
      copies_on_mig({test::job_of(2, -1, -1), test::job_of(2, -1, -1), test::job_of(-1, -1, 2)}, test::even_rates(0.5));
  // out at a half until 4; in a quarter each until then, then a half each
  EXPECT_EQ(ends_on_mig(instance, kSevenths), (std::vector<double>{6, 6, 4}));
}

TEST(PartitionedCopies, SmallOnesLeaveOthersWhatTheyDoNotAskFor) {
  Instance instance = copies_on_mig({test::job_of(4, -1, -1), test::job_of(4, -1, -1)}, test::even_rates(1));
  instance.link_demands = {{0.25, 1}, {1, 1}};
  // the small one moves as if alone; the other has three quarters until 4, then all
  EXPECT_EQ(ends_on_mig(instance, kSevenths), (std::vector<double>{4, 5}));
}

RC_GTEST_PROP(PartitionedCopies, AgreeWithTheSlowReference, ()) {
  const auto whole = [](int most) { return static_cast<double>(*rc::gen::inRange(0, most + 1)); };
  std::vector<Job> jobs;
  for (int left = *rc::gen::inRange(1, 9); left > 0; --left) {
    Job& job = jobs.emplace_back();
    const int sides = *rc::gen::inRange(1, 4);
    job.has = {(sides & 1) != 0, false, (sides & 2) != 0};
    for (const std::size_t side : {0U, 1U}) {
      job.memory[side] = *rc::gen::inRange(0, 4) == 0 ? Memory::pageable : Memory::pinned;
      job.exclusive[side] = job.memory[side] == Memory::pageable;
      if (job.has[2 * side]) {
        job.copies[side] = {.latency = Millis{whole(1)}, .payload = Millis{1 + whole(4)}};
      }
    }
    job.release = Millis{whole(6)};
  }
  Instance instance = copies_on_mig(std::move(jobs), *rc::gen::elementOf(test::all_rates()));
  for (std::size_t task = 0; task < instance.size(); ++task) {
    instance.families.push_back(*rc::gen::inRange(0U, 4U));
    const auto demand = [] { return *rc::gen::element(1.0, 0.5, 0.3); };
    instance.link_demands.push_back({demand(), demand()});
  }
  const auto cut = *rc::gen::element(kSevenths, std::vector<double>{3, 2, 2}, std::vector<double>{4, 2, 1});
  const Plan plan = on_mig(instance, cut);
  std::vector<test::SlowPartition> partitions;
  for (const double slices : plan.share->settings.all()) {
    partitions.push_back({.one_engine = slices == 1});
  }
  const auto ends = test::slow_copies(instance, partitions, plan.share->home);
  const Timeline fast = timeline(instance, plan);
  for (const Interval& interval : fast.intervals) {
    const double end = ends[interval.task][index(interval.stage) / 2];
    RC_LOG() << interval.task << ' ' << name(interval.stage) << ' ' << interval.end.count() << ' ' << end << '\n';
    RC_ASSERT(std::abs(interval.end.count() - end) <= 1e-8 * end);
  }
  for (const Objective objective : {Objective::makespan, Objective::weighted_completion}) {
    check_timeline({.devices = {instance}, .names = {"gpu"}}, plan, fast, objective);
  }
}

}  // namespace
}  // namespace warpshop::evaluate
