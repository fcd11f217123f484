#include "sim/evaluate/closed_form/closed_form.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/events/event_simulation.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

rc::Gen<Instance> closed_instances(int most) {
  return rc::gen::mapcat(rc::gen::inRange(0, 8), [most](int bits) {
    return test::instance({.latencies = (bits & 1) != 0, .missing = (bits & 2) != 0, .integers = (bits & 4) != 0},
                          most);
  });
}

// 20 000 random instances with and without latencies, missing stages and ties, zero durations in all of them.
void expect_closed_form() {
  const Instance instance = *closed_instances(12);
  const Traits traits = traits_of(instance);
  RC_ASSERT(traits.closed_form);
  ClosedFormScratch scratch;
  const Order order = test::order_of(instance.size());
  const Millis closed = closed_form_makespan(instance, traits, order, scratch);
  const Millis simulated = event_makespan(instance, Plan{.order = order});
  RC_CLASSIFY(traits.latencies, "latencies");
  RC_CLASSIFY(traits.missing, "missing stages");
  RC_ASSERT(tied(closed, simulated));
}

TEST(ClosedForm, AgreesWithTheEventSimulation) {
  EXPECT_TRUE(test::holds("closed form", 20'000, expect_closed_form));
}

void expect_gated_closed_form() {
  const Instance instance = *closed_instances(12);
  const auto size = static_cast<std::uint32_t>(instance.size());
  std::vector<std::uint32_t> gates;
  for (std::uint32_t slot = 0; slot < size; ++slot) {
    gates.push_back(*rc::gen::arbitrary<bool>() ? slot : *rc::gen::inRange(0U, size));
  }
  Plan plan{.order = test::order_of(size)};
  plan.gates = plan_gates(instance, plan.order, {}, gates);
  ClosedFormScratch scratch;
  const Millis closed = closed_form_makespan(instance, traits_of(instance), plan.order, scratch, gates);
  RC_CLASSIFY(!plan.gates.empty(), "gates");
  RC_ASSERT(tied(closed, event_makespan(instance, plan)));
}

TEST(ClosedForm, AgreesWithTheEventSimulationOnGates) {
  EXPECT_TRUE(test::holds("closed form on gates", 20'000, expect_gated_closed_form));
}

TEST(ClosedForm, AgreesOnALongOrder) {
  Instance instance;
  instance.rates = {{{{{0.7, 1}, {1, 1}}}, {{{0.6, 1}, {1, 1}}}}};
  for (int i = 0; i < 20000; ++i) {
    const Copy h2d{Millis{0.01}, Millis{1 + i % 7}};
    const Copy d2h{Millis{0.02}, Millis{1 + i % 5}};
    instance.jobs.push_back(test::make_job({}, h2d, 1 + i % 11, d2h, 7, 0, 0));
  }
  ClosedFormScratch scratch;
  const Order order = test::order_of(instance.size());
  const double closed = closed_form_makespan(instance, traits_of(instance), order, scratch).count();
  EXPECT_NEAR(closed, event_makespan(instance, Plan{.order = order}).count(), closed * 1e-9);
}

TEST(ClosedForm, IsNotForWhatItCannotSay) {
  Instance instance;
  instance.rates = {{{{{0.7, 0.8}, {0.9, 1}}}, {{{0.6, 0.8}, {0.9, 1}}}}};
  const Copy copy{Millis{0}, Millis{1}};
  const auto closed = [&](const Job& job) {
    instance.jobs = {job};
    return traits_of(instance).closed_form;
  };
  EXPECT_TRUE(closed(test::make_job({}, copy, 1, copy, 7, 0, 0)));
  EXPECT_FALSE(closed(test::make_job({}, copy, 1, copy, 7, 1, 0))) << "pageable";
  EXPECT_FALSE(closed(test::make_job({}, copy, 1, copy, 7, 0, 0.5))) << "released late";
  EXPECT_FALSE(closed(test::make_job({.one_engine = true}, copy, 1, copy, 7, 0, 0))) << "one DMA engine";
}

}  // namespace
}  // namespace warpshop::evaluate
