#include "sim/evaluate/check_residencies.hpp"

#include <string>

#include <gtest/gtest.h>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/fleet.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// Two kernels on every SM of a Titan X, the second in the tail of the first.
struct CheckedRun {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 2000}, {"mm", 1000}});
  Plan plan{.order = {0, 1}, .submission = Submission::streams, .share = test::whole_gpu_share()};
  Timeline timeline = evaluate::timeline(instance, plan);

  std::string broken() const {
    try {
      check_timeline(Fleet{.devices = {instance}, .names = {"gpu"}}, plan, timeline, Objective::makespan);
    } catch (const ImpossibleTimeline& impossible) {
      return impossible.what();
    }
    return "";
  }
  /// Says so of the timeline after a change of its first residency.
  template <class Change>
  std::string broken_by(const Change& change) const {
    CheckedRun run = *this;
    change(run.timeline.residencies.front());
    return run.broken();
  }
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CheckResidencies, TakesWhatTheSimulationSays) {
  const CheckedRun run;
  ASSERT_GE(run.timeline.residencies.size(), 3U);
  EXPECT_EQ(run.broken(), "");
}

TEST(CheckResidencies, EverySubtaskIsDoneOnce) {
  const CheckedRun run;
  EXPECT_TRUE(says(run.broken_by([](Residency& held) { held.subtasks -= 1; }),
                   "the kernel of task 0 did 1999.000000 of its 2000.000000 subtasks"));
  EXPECT_TRUE(says(run.broken_by([](Residency& held) { held.subtasks += 1; }), "did 2001.000000 of its 2000.000000"));
  CheckedRun none = run;
  none.timeline.residencies.clear();
  EXPECT_TRUE(says(none.broken(), "the kernel of task 0 did 0.000000 of its"));
}

TEST(CheckResidencies, NobodyHoldsAnythingBeforeItsKernelStartsOrAfterItEnds) {
  const CheckedRun run;
  const std::string outside = "holds them while its kernel does not run";
  const Millis end = run.timeline.makespan;
  EXPECT_TRUE(says(run.broken_by([&](Residency& held) { held.end = end + 0.1 * end; }), outside));
  EXPECT_TRUE(says(run.broken_by([&](Residency& held) { held.start = Millis{-0.1}; }), outside));
  EXPECT_TRUE(says(run.broken_by([&](Residency& held) { held.start = held.end + 0.1 * end; }), outside));
  EXPECT_TRUE(says(run.broken_by([](Residency& held) { held.task = 7; }), "which has no kernel"));
}

TEST(CheckResidencies, AnSmHoldsNoMoreThanThereIs) {
  const CheckedRun run;
  EXPECT_EQ(run.timeline.residencies.front().ctas_per_sm, 8U);  // of 256 threads each, all 2048
  EXPECT_TRUE(says(run.broken_by([](Residency& held) { ++held.ctas_per_sm; }), "takes more of an SM than there is"));
  EXPECT_TRUE(says(run.broken_by([](Residency& held) { held.first_sm += 1; }), "which the device does not have"));
  CheckedRun twice = run;
  twice.timeline.residencies.push_back(twice.timeline.residencies.front());
  twice.timeline.residencies.back().subtasks = 0;
  EXPECT_TRUE(says(twice.broken(), "takes more of an SM than there is"));
}

TEST(CheckTimeline, AKernelThatSharesTakesNoLessThanItsWorkCan) {
  CheckedRun run;
  for (Interval& kernel : run.timeline.intervals) {
    kernel.end *= 0.2;
  }
  run.timeline.makespan *= 0.2;
  EXPECT_TRUE(says(run.broken(), "takes less than it can"));
}

}  // namespace
}  // namespace warpshop::evaluate
