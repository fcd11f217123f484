#include "sim/study/drawn_plans.hpp"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

class DrawnPlans : public testing::Test {
 protected:
  void compare_by(const std::vector<std::string>& policies) {
    const Workload workload = test::shipped_workload("four-tasks.yaml");
    problem_ = make_problem(workload, files::find_device("k20c"));
    comparison_ = compare(problem_, choose_policies(policies, workload).chosen,
                          {.device = "k20c", .engine = test::fast_engine()}, [](const std::string& /*text*/) {});
  }

  std::vector<std::string> drawn(const std::vector<std::string>& policies) {
    std::vector<std::string> names;
    for (const DrawnPlan& plan : drawn_plans(problem_, comparison_, test::fast_engine(), policies)) {
      names.push_back(plan.simulation.policy);
      EXPECT_EQ(plan.alone.size(), plan.simulation.timeline.intervals.size());
    }
    return names;
  }

  Problem problem_;
  Comparison comparison_;
};

TEST_F(DrawnPlans, AreTheBestAndFifo) {
  compare_by({"neh-gpu", "neh", "fifo"});
  EXPECT_EQ(drawn({}), (std::vector<std::string>{"neh-gpu", "fifo"}));
  EXPECT_EQ(drawn({"neh", "neh-gpu"}), (std::vector<std::string>{"neh", "neh-gpu"}));
  EXPECT_THROW(drawn({"best"}), InputError);
}

TEST_F(DrawnPlans, HaveFifoWhetherOrNotItWasAskedFor) {
  compare_by({"neh-gpu"});
  const auto plans = drawn_plans(problem_, comparison_, test::fast_engine(), {});
  ASSERT_EQ(plans.size(), 2U);
  EXPECT_EQ(plans[1].simulation.policy, "fifo");
  EXPECT_EQ(plans[1].simulation.cost, comparison_.fifo_cost);
  EXPECT_EQ(plans[0].simulation.cost, comparison_.results[0].cost);
}

TEST_F(DrawnPlans, TakeTheNextPlanWhereFifoIsTheBest) {
  compare_by({"fifo", "random"});
  EXPECT_EQ(drawn({}), (std::vector<std::string>{"fifo", "random"}));
}

TEST_F(DrawnPlans, SayWhatCommandsTakeAlone) {
  compare_by({"fifo"});
  const auto plans = drawn_plans(problem_, comparison_, test::fast_engine(), {});
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].alone[0], Millis{2.52});  // MM's copy in
  EXPECT_EQ(plans[0].alone[1], Millis{10.61});
}

}  // namespace
}  // namespace warpshop::study
