#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/timeline_rules.hpp"

namespace warpshop::order {

std::ostream& operator<<(std::ostream& out, const Policy* policy) {
  return out << policy->name;
}

namespace {

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

  /// And on those whose tasks demand something, for any objective that the policy plans for.
  template <class Property>
  void on_any_demands(const Property& property) {
    EXPECT_TRUE(rc::check(GetParam()->name, [&] {
      test::Demands demands = *test::any_demands();
      demands.footprints = demands.footprints && GetParam()->submission == Submission::ordered;
      const Instance instance = test::demanding(*test::instance(*test::any_family(), 7), demands);
      const Objective objective = GetParam()->aim == Aim::any ? *rc::gen::elementOf(kObjectives) : Objective::makespan;
      property(instance, objective, GetParam()->plan(instance, {.objective = objective}));
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
    const Instance model = GetParam()->model == PredictionModel::constant ? without_contention(instance) : instance;
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

TEST_P(PolicyContract, KeepsPrecedenceAndMemory) {
  on_any_demands([](const Instance& instance, Objective /*objective*/, const Planned& planned) {
    if (planned.plan.submission == Submission::ordered) {
      RC_ASSERT(feasible(instance, planned.plan.order) == planned.plan.order);
      RC_ASSERT(planned.plan.rounds == evaluate::rounds_of(instance, planned.plan.order));
      const Timeline timeline = evaluate::timeline(instance, planned.plan);
      RC_ASSERT(test::broken_rule(instance, planned.plan, timeline) == "");
    }
  });
}

TEST_P(PolicyContract, PredictsTheObjectiveItIsAskedFor) {
  on_any_demands([](const Instance& instance, Objective objective, const Planned& planned) {
    const Instance model = GetParam()->model == PredictionModel::constant ? without_contention(instance) : instance;
    RC_ASSERT(tied(planned.predicted, evaluate::cost(model, planned.plan, objective)));
    RC_ASSERT(!clearly_less(planned.predicted, evaluate::lower_bound(model, objective)));
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
