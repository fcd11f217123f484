#include "tests/support/queueing.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

// The formulas against values that were worked out elsewhere, to all the digits that these have, and against each other
// where two of them say the same.
namespace warpshop::test {
namespace {

constexpr double kLoads[] = {0.5, 0.8, 0.9};
constexpr double kTwo[] = {0.9, 0.5, 5.5};  // what part of the requests has which mean, and the mean of the others

ServiceMoments uneven() {
  return two_exponentials(kTwo[0], kTwo[1], kTwo[2]);
}

TEST(Queueing, OfExponentialServices) {
  const double means[] = {2, 5, 10};
  const double p99[] = {9.210, 23.026, 46.052};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(mm1_mean(kLoads[i]), means[i], 1e-9);
    EXPECT_NEAR(mm1_quantile(kLoads[i], 0.99), p99[i], 5e-4);
  }
}

TEST(Queueing, OfConstantServices) {
  const double means[] = {1.5, 3, 5.5};
  const double p99[] = {4.33626, 11.35589, 22.89824};  // with 80 digits
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(md1_mean(kLoads[i]), means[i], 1e-9);
    EXPECT_NEAR(md1_quantile(kLoads[i], 0.99), p99[i], 6e-6);
  }
}

TEST(Queueing, CrommelinsDistributionBeginsAtOneLessLoadAndGrowsToOne) {
  for (const double load : kLoads) {
    EXPECT_DOUBLE_EQ(md1_waits_at_most(load, 0), 1 - load);
    double last = 0;
    for (int step = 0; step <= 300; ++step) {
      const double now = md1_waits_at_most(load, step / 10.0);
      EXPECT_GT(now, last - 1e-5) << load << ' ' << step;
      EXPECT_LT(now, 1 + 1e-5) << load << ' ' << step;
      last = now;
    }
  }
}

TEST(Queueing, CrommelinsDistributionHasTheMeanOfPollaczekAndKhinchine) {
  for (const double load : {0.2, 0.5, 0.6}) {  // beyond 30 there is nothing left of these
    double waiting = 0;
    constexpr int kSteps = 1000;  // of the trapezoidal rule, in each unit of time: kinks are where time is whole
    for (int i = 0; i < 30 * kSteps; ++i) {
      const double low = md1_waits_at_most(load, static_cast<double>(i) / kSteps);
      const double high = md1_waits_at_most(load, static_cast<double>(i + 1) / kSteps);
      waiting += (2 - low - high) / 2 / kSteps;
    }
    EXPECT_NEAR(1 + waiting, md1_mean(load), 1e-5) << load;
  }
}

TEST(Queueing, AQuantileOfConstantServicesThatHardlyAnyWaitsForIsTheService) {
  EXPECT_EQ(md1_quantile(0.005, 0.99), 1);
}

TEST(Queueing, OfTwoExponentials) {
  EXPECT_DOUBLE_EQ(uneven().mean, 1);
  EXPECT_DOUBLE_EQ(uneven().square, 6.5);
  const double means[] = {4.25, 14, 30.25};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(mg1_mean(kLoads[i], uneven()), means[i], 1e-9);
  }
}

TEST(Queueing, OfAnyServicesHasThoseOfOneLawAsCases) {
  for (const double load : kLoads) {
    EXPECT_NEAR(mg1_mean(load, exponential_service()), mm1_mean(load), 1e-12);
    EXPECT_NEAR(mg1_mean(load, constant_service()), md1_mean(load), 1e-12);
    EXPECT_NEAR(mg1_mean(load / 3, constant_service(3)), 3 * md1_mean(load), 1e-12) << "the unit of time is free";
  }
}

TEST(Queueing, SharedEvenlyTheLawOfServicesDoesNotMatter) {
  const double means[] = {2, 5, 10};
  for (int i = 0; i < 3; ++i) {
    for (const ServiceMoments& service : {constant_service(), exponential_service(), uneven()}) {
      EXPECT_NEAR(shared_mean(kLoads[i], service), means[i], 1e-9);
    }
    EXPECT_NEAR(shared_mean(kLoads[i] / 4, exponential_service(4)), 4 * means[i], 1e-9);
  }
}

TEST(Queueing, OfPrioritiesThatStopWhatIsServed) {
  const std::vector<double> exponential =
      preemptive_means({{0.3, exponential_service()}, {0.5, exponential_service()}});
  EXPECT_NEAR(exponential[0], 1.4286, 5e-5);
  EXPECT_NEAR(exponential[1], 7.1429, 5e-5);
  const std::vector<double> constant = preemptive_means({{0.3, constant_service()}, {0.5, uneven()}});
  EXPECT_NEAR(constant[0], 1.2143, 5e-5);
  EXPECT_NEAR(constant[1], 14.1071, 5e-5);
}

TEST(Queueing, OfPrioritiesThatWaitForWhatIsServed) {
  const std::vector<double> exponential =
      non_preemptive_means({{0.3, exponential_service()}, {0.5, exponential_service()}});
  EXPECT_NEAR(exponential[0], 2.1429, 5e-5);
  EXPECT_NEAR(exponential[1], 6.7143, 5e-5);
  const std::vector<double> constant = non_preemptive_means({{0.3, constant_service()}, {0.5, uneven()}});
  EXPECT_NEAR(constant[0], 3.5357, 5e-5);
  EXPECT_NEAR(constant[1], 13.6786, 5e-5);
}

TEST(Queueing, OneClassHasNoPriority) {
  for (const ServiceMoments& service : {constant_service(), exponential_service(), uneven()}) {
    EXPECT_NEAR(preemptive_means({{0.8, service}})[0], mg1_mean(0.8, service), 1e-12);
    EXPECT_NEAR(non_preemptive_means({{0.8, service}})[0], mg1_mean(0.8, service), 1e-12);
  }
}

TEST(Queueing, PrioritiesMoveWaitingButDoNotMakeIt) {
  // Kleinrock's law of conservation: Σ load × waiting is that of all, first come, first served.
  const std::vector<PriorityClass> classes{{0.1, exponential_service(2)}, {0.4, uneven()}, {0.2, constant_service()}};
  const std::vector<double> means = non_preemptive_means(classes);
  double weighted = 0, load = 0, residual = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    weighted += classes[i].load() * (means[i] - classes[i].service.mean);
    load += classes[i].load();
    residual += classes[i].rate * classes[i].service.square / 2;
  }
  EXPECT_NEAR(weighted, load * residual / (1 - load), 1e-12);
}

TEST(Queueing, OfSeveralServers) {
  EXPECT_NEAR(mmc_mean(4, 0.8), 1.7455, 5e-5);
  EXPECT_NEAR(erlang_c(1, 0.7), 0.7, 1e-12);
  EXPECT_NEAR(erlang_c(2, 0.7), 2 * 0.7 * 0.7 / (1 + 0.7), 1e-12);
  EXPECT_NEAR(mmc_mean(1, 0.9), mm1_mean(0.9), 1e-9);
}

TEST(Queueing, ErlangsRecurrenceIsHisSum) {
  for (const std::uint32_t servers : {1U, 3U, 4U, 10U}) {
    double term = 1, sum = 0;  // a^i / i!
    for (std::uint32_t i = 0; i < servers; ++i) {
      sum += term;
      term *= servers * 0.8 / (i + 1);
    }
    EXPECT_NEAR(erlang_c(servers, 0.8), term / 0.2 / (term / 0.2 + sum), 1e-12) << servers;
  }
}

TEST(Queueing, OfUsersWhoThink) {
  EXPECT_NEAR(closed_mean(10, 8), 3.3851, 5e-5);
  EXPECT_EQ(closed_mean(1, 8), 1);
  EXPECT_NEAR(closed_mean(1000, 8), 1000 - 8, 1e-6) << "the server is never idle: R = n - think";
}

TEST(Queueing, UsersWhoThinkAreAMachineRepairShop) {
  // How many ask is a chain of births (n - k) / think and deaths 1: probabilities n! / (n - k)! / think^k.
  double weight = 1, sum = 0, asking = 0;
  for (int k = 0; k <= 10; ++k) {
    sum += weight;
    asking += weight * k;
    weight *= (10 - k) / 8.0;
  }
  const double served = 1 - 1 / sum;
  EXPECT_NEAR(closed_mean(10, 8), asking / sum / served, 1e-9);
}

}  // namespace
}  // namespace warpshop::test
