#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/order/policy.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/timeline_rules.hpp"

namespace warpshop::order {

std::ostream& operator<<(std::ostream& out, const Policy* policy) {
  return out << policy->name;
}

namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(500);

/// What every registered policy keeps to, on instances of every family.
class PolicyContract : public testing::TestWithParam<const Policy*> {
 protected:
  template <class Property>
  void on_any_instance(const Property& property) {
    EXPECT_TRUE(rc::check(GetParam()->name, [&] {
      const Instance instance = *test::instance(*test::any_family(), 9);
      property(instance, GetParam()->plan(instance, {}));
    }));
  }
};

TEST_P(PolicyContract, OrdersEveryTaskOnce) {
  on_any_instance([](const Instance& instance, const Planned& planned) {
    Order sorted = planned.plan.order;
    std::sort(sorted.begin(), sorted.end());
    RC_ASSERT(sorted == test::order_of(instance.size()));
  });
}

TEST_P(PolicyContract, AnswersTheSameToTheSameQuestion) {
  on_any_instance([](const Instance& instance, const Planned& planned) {
    const Planned again = GetParam()->plan(instance, {});
    RC_ASSERT(again.plan.order == planned.plan.order);
    RC_ASSERT(again.predicted == planned.predicted);
    RC_ASSERT(again.proven_optimal == planned.proven_optimal);
  });
}

TEST_P(PolicyContract, PredictsWhatItsModelSaysOfItsPlan) {
  on_any_instance([](const Instance& instance, const Planned& planned) {
    const Instance model = GetParam()->model == Model::constant ? without_contention(instance) : instance;
    RC_ASSERT(tied(planned.predicted, evaluate::makespan(model, planned.plan)));
    RC_ASSERT(!clearly_less(planned.predicted, evaluate::lower_bound(model)));
  });
}

TEST_P(PolicyContract, SubmitsAsItsRegistryLineSays) {
  on_any_instance([](const Instance& /*instance*/, const Planned& planned) {
    RC_ASSERT(planned.plan.submission == GetParam()->submission);
  });
}

TEST_P(PolicyContract, PlansATimelineThatKeepsTheRules) {
  on_any_instance([](const Instance& instance, const Planned& planned) {
    const Timeline timeline = evaluate::timeline(instance, planned.plan);
    for (const Interval& interval : timeline.intervals) {
      RC_ASSERT(Millis{0} <= interval.start && interval.start <= interval.end && interval.end <= timeline.makespan);
    }
    if (planned.plan.submission == Submission::ordered) {
      RC_ASSERT(test::broken_rule(instance, planned.plan, timeline) == "");
    }
  });
}

std::vector<const Policy*> all_policies() {
  std::vector<const Policy*> all;
  for (const Policy& policy : policies()) {
    all.push_back(&policy);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registered, PolicyContract, testing::ValuesIn(all_policies()), [](const auto& parameter) {
  std::string name = parameter.param->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace warpshop::order
