// Ticks by credits (S4): each rule by itself on calls of which the answer is worked out by hand, then all of them
// against a judge that goes millisecond by millisecond.
#include "sim/share/credit_ticks.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/judged_clients.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/slow_credits.hpp"

namespace warpshop::share {
namespace {

using Calls = std::vector<test::SlowCall>;
using Options = std::vector<std::pair<std::string, std::vector<double>>>;

/// Kernels that fill the GPU, as tasks of clients with these credits, each a process. Calls of a client stand together.
Instance instance_of(const Calls& calls, const std::vector<std::uint32_t>& credit,
                     const std::vector<std::uint32_t>& cpu) {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 4, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  for (std::size_t client = 0; client < credit.size(); ++client) {
    instance.clients.all.push_back({.name = std::to_string(client), .credit = credit[client]});
    instance.clients.all.back().cpu_credit = cpu.empty() ? kUsualCpuCredit : cpu[client];
  }
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const test::SlowCall& call = calls[i];
    Job& job = instance.jobs.emplace_back();
    job.has = {false, true, false};
    job.kernel = Millis(call.time);
    job.release = Millis(call.release);
    instance.families.push_back(static_cast<std::uint32_t>(call.client) + 1);
    if (call.after >= 0) {
      instance.precedence.push_back({static_cast<std::uint32_t>(call.after), i, Millis(call.lag)});
    }
    TaskRange& tasks = instance.clients.all[static_cast<std::size_t>(call.client)].tasks;
    tasks = tasks.count == 0 ? TaskRange{i, 1} : TaskRange{tasks.first, tasks.count + 1};
  }
  return instance;
}

Plan plan_by(const std::string& policy, const Instance& instance, const Options& options = {}) {
  const Policy& way = *find_in(policies(), policy);
  PlanOptions planning;
  planning.settings = way.settings();
  for (const auto& [name, numbers] : options) {
    planning.settings.set(name, numbers);
  }
  return way.plan(instance, planning).plan;
}

test::SlowCallTimes times_by(const std::string& policy, const Instance& instance, const Options& options = {}) {
  test::SlowCallTimes times{.starts = std::vector<double>(instance.size()),
                            .ends = std::vector<double>(instance.size())};
  for (const Interval& kernel : evaluate::timeline(instance, plan_by(policy, instance, options)).intervals) {
    times.starts[kernel.task] = kernel.start.count();
    times.ends[kernel.task] = kernel.end.count();
  }
  return times;
}

/// So many calls of a client, all at 0.
Calls at_once(int client, int calls, int time) {
  return Calls(static_cast<std::size_t>(calls), {.client = client, .time = time});
}
Calls operator+(Calls one, const Calls& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

TEST(CreditTicks, AreFourTwoOneAndTwoAsInTheSource) {
  std::vector<std::uint64_t> ticks;
  for (const double credit : {1024, 512, 256, 512}) {
    ticks.push_back(ticks_of(credit, 256));
  }
  EXPECT_EQ(ticks, (std::vector<std::uint64_t>{4, 2, 1, 2}));
  EXPECT_EQ(ticks_of(384, 256), 2U) << "half up";
  EXPECT_EQ(ticks_of(383, 256), 1U);
}

TEST(CreditTicks, FollowCreditsAfterAFirstTurnOfOneTick) {
  const Calls calls = at_once(0, 12, 10) + at_once(1, 6, 10);
  const Instance instance = instance_of(calls, {512, 256}, {});
  const std::vector<double> ends = times_by("accc", instance).ends;
  EXPECT_EQ(ends,
            (std::vector<double>{10, 20, 30, 70, 80, 90, 100, 110, 120, 160, 170, 180, 40, 50, 60, 130, 140, 150}));
  EXPECT_EQ(times_by("rr-tick", instance).ends,
            (std::vector<double>{10, 20, 30, 70, 80, 90, 130, 140, 150, 160, 170, 180, 40, 50, 60, 100, 110, 120}));
}

TEST(CreditTicks, OfXcFollowCpuCredits) {
  const Calls calls = at_once(0, 12, 10) + at_once(1, 6, 10);
  EXPECT_EQ(times_by("xc", instance_of(calls, {1, 60'000}, {512, 256})).ends,
            times_by("accc", instance_of(calls, {512, 256}, {})).ends);
}

TEST(CreditTicks, GoOnWhileACallThatWasBegunEnds) {
  // The second call of the first one takes 10 ms of the other's tick, which ends at 60 all the same.
  const Calls calls = at_once(0, 4, 20) + at_once(1, 3, 20);
  EXPECT_EQ(times_by("rr-tick", instance_of(calls, {1, 1}, {})).ends,
            (std::vector<double>{20, 40, 80, 100, 60, 120, 140}));
}

TEST(CreditTicks, AreTheirClientsWhetherItHasCallsOrNot) {
  // A call of 5 ms, then nothing until 20 ms, beside calls of 10 ms.
  const Calls calls = Calls{{.client = 0, .time = 5}, {.client = 0, .time = 5, .release = 20}} + at_once(1, 2, 10);
  const Instance instance = instance_of(calls, {1, 1}, {});
  EXPECT_EQ(times_by("accc", instance).ends, (std::vector<double>{5, 25, 40, 50}));
  EXPECT_EQ(times_by("accc", instance, {{"yield", {1}}}).ends, (std::vector<double>{5, 30, 15, 25}))
      << "that of the other ends when it has no calls left";
}

TEST(CreditTicks, BeginWithACallWhereNobodyHadOne) {
  const Calls calls{{.client = 0, .time = 10}, {.client = 0, .time = 40, .release = 47}, {.client = 1, .release = 50}};
  EXPECT_EQ(times_by("accc", instance_of(calls, {1, 1}, {})).ends, (std::vector<double>{10, 87, 88}));
}

TEST(CreditTicks, WhoComesBackIsNew) {
  // It has four ticks a turn, and no calls when that at 60 ends. Its first turn afterwards, at 210, is one tick.
  Calls calls = at_once(0, 15, 10) + at_once(1, 20, 10);
  for (int i = 0; i < 4; ++i) {
    calls.insert(calls.begin() + 15, {.client = 0, .time = 20, .release = 190});
  }
  const std::vector<double> ends = times_by("accc", instance_of(calls, {1024, 256}, {})).ends;
  EXPECT_EQ(std::vector<double>(ends.begin() + 15, ends.begin() + 19), (std::vector<double>{230, 250, 290, 310}));
}

TEST(CreditTicks, AreCorrectedTowardWhatIsWanted) {
  EXPECT_DOUBLE_EQ(corrected_credit(100, 100, 0.3, 0.2), 150);
  EXPECT_EQ(corrected_credit(100, 100, 0.3, 0.1), 200) << "twice as much at most";
  EXPECT_EQ(corrected_credit(100, 100, 0.3, 0), 200);
  EXPECT_EQ(corrected_credit(100, 100, 0.1, 0.3), 50);
  EXPECT_EQ(corrected_credit(1500, 100, 0.2, 0.1), 1600) << "16 times its start";
  EXPECT_EQ(corrected_credit(8, 100, 0.1, 0.2), 6.25);
}

/// Answers until the horizon, of clients who always have two calls there.
std::vector<double> answers_by(const std::string& policy, const Instance& instance, const Options& options = {}) {
  std::vector<double> answers;
  for (const auto& client : evaluate::simulate_clients(instance, plan_by(policy, instance, options), {}).clients) {
    answers.push_back(static_cast<double>(client.answers));
  }
  return answers;
}
Instance busy_clients(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& credits, double call = 0.7) {
  std::vector<test::Asking> all(credits.size(), {.arrivals = ClosedArrivals{2}, .service = call});
  Instance instance = test::instance_of(all, 100'000, 2);
  for (std::size_t client = 0; client < credits.size(); ++client) {
    instance.clients.all[client].credit = credits[client].first;
    instance.clients.all[client].cpu_credit = credits[client].second;
  }
  return instance;
}

TEST(CreditTicks, GiveTheWorkThatTheSourcePrints) {
  // 90 s count, in which a client alone does 90 000 / 0.7 calls.
  const double alone = 90'000 / 0.7;
  const Instance unequal = busy_clients({{256, 256}, {1024, 256}});
  const std::vector<double> none = answers_by("fcfs", unequal);
  const std::vector<double> by_credit = answers_by("accc", unequal);
  EXPECT_NEAR(none[1] / alone, 1.0 / 3, 0.001) << "half of two thirds";
  EXPECT_NEAR(by_credit[1] / alone, 0.8, 0.01);
  EXPECT_NEAR(by_credit[1] / none[1], 2.4, 0.03);
  const std::vector<double> even = answers_by("xc", unequal);
  EXPECT_NEAR(even[0] / none[0], 1.5, 0.015);
  EXPECT_NEAR(even[1] / none[1], 1.5, 0.015);
}

TEST(CreditTicks, OfSlafGiveTheTimeThatIsWanted) {
  const Instance instance = busy_clients({{256, 256}, {256, 256}, {1024, 256}});
  const std::vector<double> wanted{0.5, 0.3, 0.2};
  const std::vector<double> answers = answers_by("slaf", instance, {{"wanted", wanted}});
  const std::vector<double> plain = answers_by("slaf", instance);
  for (std::size_t client = 0; client < wanted.size(); ++client) {
    EXPECT_NEAR(answers[client] * 0.7 / 90'000, wanted[client], 0.04) << client;
    EXPECT_NEAR(plain[client] * 0.7 / 90'000, client == 2 ? 2.0 / 3 : 1.0 / 6, 0.02) << client;
  }
}

TEST(CreditTicks, GoToTheMostCreditAloneWhereNoneIsUsedUp) {
  const Instance instance = busy_clients({{256, 256}, {1024, 256}, {512, 256}});
  for (const std::string policy : {"cosched", "augc"}) {
    const std::vector<double> answers = answers_by(policy, instance);
    EXPECT_EQ(answers[0], 0) << policy;
    EXPECT_NEAR(answers[1] * 0.7 / 90'000, 1, 0.001) << policy;
    EXPECT_EQ(answers[2], 0) << policy;
    const std::vector<double> used_up = answers_by(policy, instance, {{"left", {1}}});
    EXPECT_NEAR(used_up[0] * 0.7 / 90'000, 1.0 / 7, 0.005) << policy;
    EXPECT_NEAR(used_up[1] * 0.7 / 90'000, 4.0 / 7, 0.005) << policy;
    EXPECT_NEAR(used_up[2] * 0.7 / 90'000, 2.0 / 7, 0.005) << policy;
  }
}

TEST(CreditTicks, OfCoschedGoToWhoIsOnACpu) {
  // One CPU: the clients are on it in turn, so each has every other tick, whatever its credit.
  const Instance instance = busy_clients({{256, 256}, {1024, 256}});
  const std::vector<double> answers = answers_by("cosched", instance, {{"cpus", {1}}});
  EXPECT_NEAR(answers[0] * 0.7 / 90'000, 0.5, 0.005);
  const std::vector<double> given = answers_by("cosched", instance, {{"cpus", {1}}, {"vcpus", {1, 1, 1, 2}}});
  EXPECT_NEAR(given[0] * 0.7 / 90'000, 0.75, 0.005);
  EXPECT_NEAR(given[1] * 0.7 / 90'000, 0.25, 0.005);
  const std::vector<double> nobody = answers_by("cosched", instance, {{"cpus", {1}}, {"vcpus", {0}}});
  EXPECT_EQ(nobody[0], 0) << "nobody is on a CPU, so it is credit that counts";
}

TEST(CreditTicks, OfAugcGoToWhoHasCpuCreditLeft) {
  // Credits are alike. Where both are always on a CPU, both have all of theirs left; else the second has none after its
  // period, and the first has all in its own.
  const Instance instance = busy_clients({{256, 256}, {256, 512}});
  const std::vector<double> all_on = answers_by("augc", instance);
  EXPECT_EQ(all_on[0], 0);
  const std::vector<double> in_turn = answers_by("augc", instance, {{"cpus", {1}}, {"vcpus", {2, 1}}});
  EXPECT_NEAR(in_turn[0] * 0.7 / 90'000, 0.5, 0.005) << "512 beside 256 left, then 0 beside 256";
}

TEST(CreditTicks, AreRefusedWhereTheyCannotBe) {
  const Instance instance = busy_clients({{256, 256}, {256, 512}});
  EXPECT_THROW(plan_by("slaf", instance, {{"wanted", {0.1, 0.1, 0.1}}}), InputError);
  EXPECT_THROW(plan_by("cosched", instance, {{"vcpus", {1, 2}}}), InputError) << "of 4 CPUs";
  EXPECT_THROW(plan_by("augc", instance, {{"vcpus", {1, 2, 3, 0}}}), InputError);
  Instance one_process = instance;
  one_process.families = {1, 1, 1, 1};
  EXPECT_THROW(plan_by("accc", one_process), InputError);
  one_process.clients.all[1].cpu_credit = 256;
  EXPECT_NO_THROW(plan_by("accc", one_process));
}

Calls drawn_calls(std::mt19937& draws, int clients, int most_calls, int longest) {
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(draws); };
  Calls calls;
  for (int client = 0; client < clients; ++client) {
    const auto first = static_cast<int>(calls.size());
    for (int call = draw(1, most_calls); call > 0; --call) {
      test::SlowCall& its = calls.emplace_back();
      its.client = client;
      its.time = draw(1, longest);
      its.release = draw(0, 2) == 0 ? draw(0, 200) : 0;
      const auto before = static_cast<int>(calls.size()) - 2;
      if (before >= first && draw(0, 1) == 0) {
        its.after = draw(first, before);
        its.lag = draw(0, 1) * draw(0, 40);
      }
    }
  }
  return calls;
}

TEST(CreditTicks, AgreeWithTheJudgeOnRandomClients) {
  constexpr unsigned kSeed = 20114;
  std::mt19937 draws(kSeed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(draws); };
  const std::vector<std::string> all{"rr-tick", "accc", "xc", "slaf", "cosched", "augc"};
  for (int round = 0; round < test::cases(1500); ++round) {
    const std::string& policy = all[static_cast<std::size_t>(draw(0, 5))];
    const bool feedback = policy == "slaf";
    const int clients = draw(1, 4);
    const Calls calls = drawn_calls(draws, clients, feedback ? 40 : 12, feedback ? 60 : 45);
    std::vector<std::uint32_t> credit, cpu;
    test::SlowCredits rules{.tick = draw(0, 1) == 0 ? 30 : draw(5, 40), .yield = draw(0, 1) == 0};
    Options options{{"tick", {static_cast<double>(rules.tick)}}, {"yield", {rules.yield ? 1.0 : 0.0}}};
    double sum = 0;
    for (int client = 0; client < clients; ++client) {
      credit.push_back(static_cast<std::uint32_t>(draw(1, 8) * 128));
      cpu.push_back(static_cast<std::uint32_t>(draw(1, 8) * 64));
      rules.credit.push_back(policy == "rr-tick" ? 1 : policy == "xc" ? cpu.back() : credit.back());
      rules.cpu.push_back(cpu.back());
      sum += credit.back();
    }
    if (feedback && draw(0, 1) == 0) {
      for (int client = 0; client < clients; ++client) {
        rules.wanted.push_back(draw(1, 9) * 0.1);
      }
      options.emplace_back("wanted", rules.wanted);
    } else if (feedback) {
      for (const std::uint32_t each : credit) {
        rules.wanted.push_back(each / sum);
      }
    }
    if (policy == "cosched" || policy == "augc") {
      rules.choice = policy == "augc" ? test::SlowChoice::augc : test::SlowChoice::cosched;
      rules.left = draw(0, 1) == 0;
      rules.cpus = draw(1, 3);
      options.insert(options.end(), {{"left", {rules.left ? 1.0 : 0.0}}, {"cpus", {static_cast<double>(rules.cpus)}}});
      if (draw(0, 1) == 0) {
        std::vector<double> table;
        for (int period = draw(1, 4); period > 0; --period) {
          std::vector<int>& on = rules.periods.emplace_back();
          for (int place = 0; place < rules.cpus; ++place) {
            const int client = draw(0, clients);
            table.push_back(client);
            on.push_back(client - 1);
          }
        }
        options.emplace_back("vcpus", table);
      }
    }
    const test::SlowCallTimes judged = test::slow_credits(calls, rules);
    const test::SlowCallTimes found = times_by(policy, instance_of(calls, credit, cpu), options);
    for (std::size_t call = 0; call < calls.size(); ++call) {
      ASSERT_NEAR(found.starts[call], judged.starts[call], 1e-6)
          << policy << ", seed " << kSeed << ", round " << round << ", call " << call;
      ASSERT_NEAR(found.ends[call], judged.ends[call], 1e-6)
          << policy << ", seed " << kSeed << ", round " << round << ", call " << call;
    }
  }
}

/// When two calls end of which the second comes later.
std::vector<double> fcfs_ends(int other, const Options& options = {}) {
  const Calls calls{{.client = 0, .time = 11}, {.client = other, .time = 6, .release = 9}};
  return times_by("fcfs", instance_of(calls, {1, 1}, {}), options).ends;
}
void expect_ends(const std::vector<double>& ends, double first, double second) {
  EXPECT_DOUBLE_EQ(ends[0], first);
  EXPECT_DOUBLE_EQ(ends[1], second);
}

TEST(Fcfs, LosesAPartWhileSeveralClientsAreThere) {
  // Until 9 the first is as fast as alone; 2 ms more at two thirds; then the other's is alone.
  expect_ends(fcfs_ends(1), 12, 18);
  expect_ends(fcfs_ends(1, {{"loss", {0.5}}}), 13, 19);
  expect_ends(fcfs_ends(1, {{"loss", {0}}}), 11, 17);
  expect_ends(fcfs_ends(0), 11, 17);
}

TEST(Fcfs, AgreesWithTheJudgeOnRandomClients) {
  constexpr unsigned kSeed = 20115;
  std::mt19937 draws(kSeed);
  for (int round = 0; round < test::cases(1000); ++round) {
    const int clients = std::uniform_int_distribution(1, 4)(draws);
    const Calls calls = drawn_calls(draws, clients, 10, 45);
    const double loss = std::uniform_real_distribution(0.0, 0.9)(draws);
    const std::vector<std::uint32_t> credit(static_cast<std::size_t>(clients), 1);
    const test::SlowCallTimes judged = test::slow_fcfs(calls, loss);
    const test::SlowCallTimes found = times_by("fcfs", instance_of(calls, credit, {}), {{"loss", {loss}}});
    for (std::size_t call = 0; call < calls.size(); ++call) {
      ASSERT_NEAR(found.starts[call], judged.starts[call], 1e-5)
          << "seed " << kSeed << ", round " << round << ", call " << call;
      ASSERT_NEAR(found.ends[call], judged.ends[call], 1e-5)
          << "seed " << kSeed << ", round " << round << ", call " << call;
    }
  }
}

}  // namespace
}  // namespace warpshop::share
