// How long epochs are where nobody sets it.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sharing_kernels.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

constexpr double kUsual = 0.00822;

Settings quotas(const std::vector<double>& numbers = {}) {
  return find_in(policies(), "quota-naive")->settings(numbers);
}

/// Clients with kernels of 10 ms, each with that goal.
Instance clients_of(std::size_t clients, double horizon, double goal) {
  Instance instance;
  instance.chip = Chip{.sm = {.count = 100, .registers = 65536, .threads = 2048, .ctas = 32}};
  instance.clients.horizon = Millis{horizon};
  for (std::uint32_t number = 0; number < clients; ++number) {
    instance.jobs.push_back({.kernel = Millis{10}});
    instance.clients.all.push_back({.tasks = {number, 1}, .arrivals = ClosedArrivals{}, .goal = SpeedGoal{goal}});
  }
  return instance;
}

TEST(EpochLength, IsTheUsualOneOfAShortHorizon) {
  EXPECT_EQ(epoch_of(clients_of(2, 100, 0.5), quotas()), kUsual);
}

TEST(EpochLength, LetsAHorizonHaveFiftyThousand) {
  EXPECT_DOUBLE_EQ(epoch_of(clients_of(2, 100'000, 0.5), quotas()), 2);
}

TEST(EpochLength, CountsWhatIsInHandAtTheEnd) {
  // The goal alone takes 10 / 0.01, and both kernels one after the other 20 ms.
  EXPECT_DOUBLE_EQ(epoch_of(clients_of(2, 5, 0.01), quotas()), 1020.0 / 50'000);
}

TEST(EpochLength, OfManyClientsIsLonger) {
  EXPECT_DOUBLE_EQ(epoch_of(clients_of(50, 100'000, 1), quotas()), 100'000 / (33e6 / 50 / 100));
}

TEST(EpochLength, ThatASettingSaysIsTaken) {
  EXPECT_EQ(epoch_of(clients_of(2, 100'000, 0.5), quotas({0.5})), 0.5);
}

TEST(EpochLength, ThatWouldTakeForEverIsRefused) {
  try {
    simulated_epoch_of(clients_of(2, 100'000, 0.5), Share("quota-naive", {}, quotas({0.05})));
    FAIL() << "is taken";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "policy 'quota-naive:0.05': epoch=0.05 is too short to simulate, expected at least 0.1 ms for a horizon "
              "as long, and what is in hand "
              "then");
  }
}

TEST(EpochLength, GoalsOfOnePerCentAreKeptInFewEpochs) {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"mm", 90'000}, {"va", 900'000}});
  instance.clients.horizon = Millis{5};
  instance.clients.all = {{.name = "mm", .tasks = {0, 1}, .arrivals = ClosedArrivals{1}, .goal = SpeedGoal{0.01}},
                          {.name = "va", .tasks = {1, 1}, .arrivals = ClosedArrivals{1}, .goal = SpeedGoal{0.02}}};
  const double epoch = epoch_of(instance, quotas());
  EXPECT_GT(epoch, kUsual);
  const auto outcome = evaluate::simulate_clients(instance, test::planned_by("quota-naive", instance, {}).plan, {});
  EXPECT_EQ(outcome.clients[0].unfinished + outcome.clients[1].unfinished, 0U);
  EXPECT_LE(outcome.end.count() / epoch, 50'000);
}

}  // namespace
}  // namespace warpshop::share
