// SMs that move to who misses its goal.
#include "sim/share/spart_qos.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

using SmsNext = std::vector<std::uint32_t>;

TEST(SpartQos, WhoMissesItsGoalComesNearerByAStep) {
  // 0.6 on 8 SMs: 0.9 needs 12.
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{8, 0.6, 0.9}, {8, 0.5, 0}}, 1), (SmsNext{9, 7}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{8, 0.6, 0.9}, {8, 0.5, 0}}, 3), (SmsNext{11, 5}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{8, 0.6, 0.9}, {8, 0.5, 0}}, 9), (SmsNext{12, 4}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{8, 0.6, 0.9}, {2, 0.5, 0}}, 9), (SmsNext{9, 1}));  // nobody's last
}

TEST(SpartQos, WhatIsLeftOverGoesToTheRest) {
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{12, 0.9, 0.6}, {3, 0.1, 0}, {1, 0.1, 0}}, 2), (SmsNext{10, 3, 3}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{12, 0.9, 0.9}, {4, 0.1, 0}}, 2), (SmsNext{12, 4}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{12, 0.9, 0.1}, {4, 0.3, 0.3}}, 2), (SmsNext{12, 4}));  // there is none
}

TEST(SpartQos, OneWithAGoalGivesWhatItCanSpare) {
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{10, 0.9, 0.3}, {6, 0.3, 0.4}}, 1), (SmsNext{9, 7}));
  EXPECT_EQ(next_sms(std::vector<SpartKernel>{{4, 0.3, 0.3}, {6, 0.3, 0.4}}, 1), (SmsNext{4, 6}));
}

TEST(SpartQos, AClientComesToItsGoal) {
  for (const double goal : {0.3, 0.8}) {
    Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"mm", 90'000}, {"va", 900'000}});
    instance.clients.horizon = Millis{400};
    instance.clients.all = {{.name = "mm", .tasks = {0, 1}, .arrivals = ClosedArrivals{1}, .goal = SpeedGoal{goal}},
                            {.name = "va", .tasks = {1, 1}, .arrivals = ClosedArrivals{1}}};
    const Plan plan = test::planned_by("spart-qos", instance, {0.5}).plan;
    const auto outcome = evaluate::simulate_clients(instance, plan, {});
    const double speed = static_cast<double>(outcome.clients[0].answers) * instance.jobs[0].kernel.count() / 360;
    EXPECT_NEAR(speed, goal, 0.06) << goal;
  }
}

}  // namespace
}  // namespace warpshop::share
