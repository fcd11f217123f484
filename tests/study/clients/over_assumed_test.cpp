// What is said of goals holds over what is assumed: against workloads into which the values are put by hand.
#include "sim/study/clients/over_assumed.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/share/patience.hpp"
#include "sim/study/clients/assumed_ends.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {
namespace {

/// What chats and images say that they use, in YAML.
struct Said {
  std::string chat = {};
  std::string vision = {};
};

Workload chat_beside_vision(const std::string& goal, const Said& said = {}) {
  std::istringstream text(fmt::format(
      R"(schema: warpshop.workload/1
name: chat beside vision
horizon: 30 s
clients:
  - name: chat
    arrivals: {{poisson: 40 /s}}
    request: {{h2d: 2 MiB, kernel: {{time: 8 ms, ctas: 2000, threads: 256, registers: 16, category: memory_bound{}}}, d2h: 64 KiB}}
    goal: {}
  - name: vision
    arrivals: {{closed: 1}}
    request: {{h2d: 24 MiB, kernel: {{time: 9 ms, ctas: 4000, threads: 128, registers: 16, category: compute_bound{}}}, d2h: 1 MiB}}
)",
      said.chat, goal, said.vision));
  return io::parse_workload(text, "w.yaml");
}

const Device& h100() {
  static const Device kDevice = files::find_device("h100-sxm");
  return kDevice;
}

ClientComparison compared(const Workload& workload, const std::vector<std::string>& policies, bool over_assumed,
                          const Device& device = h100(), unsigned jobs = 1) {
  Problem problem = make_problem(workload, device);
  prepare_sharing(problem, std::span(&device, 1));
  std::vector<NamedPolicy> named;
  named.reserve(policies.size());
  for (const std::string& policy : policies) {
    named.push_back(named_policy(policy));
  }
  return compare_clients(problem, named,
                         {.device = device.name, .options = {}, .jobs = jobs, .over_assumed = over_assumed},
                         [](const std::string& /*text*/) {});
}

const ClientsResult& result_of(const ClientComparison& comparison, const std::string& policy) {
  return *std::find_if(comparison.results.begin(), comparison.results.end(), [&](const ClientsResult& result) {
    return std::find(result.asked.begin(), result.asked.end(), policy) != result.asked.end();
  });
}

/// With what its kernel uses put in by hand, as somebody would who has measured it.
Workload with_use(Workload workload, double chat_compute, double vision_memory) {
  for (Task& task : workload.tasks) {
    auto& shape = std::get<KernelShape>(task.kernel->work);
    if (shape.category == Category::memory_bound) {
      shape.use.compute = Utilization{chat_compute};
    } else {
      shape.use.memory = Utilization{vision_memory};
    }
  }
  return workload;
}

constexpr const char* kGoal = "{latency: 50 ms, quantile: 80 %}";
const std::vector<std::string> kPolicies{"leftover", "mps:82/69", "smk", "priority:1/0"};

/// Figures of one client under one policy in several comparisons, the least and the greatest.
struct Spread {
  std::vector<double> all;
  void add(double figure) { all.push_back(figure); }
  double low() const { return *std::min_element(all.begin(), all.end()); }
  double high() const { return *std::max_element(all.begin(), all.end()); }
};

// What is sure of one way must not keep another from being searched for where it does worst.
TEST(OverAssumed, WhatElseIsComparedDoesNotMakeAnAnswerWorse) {
  const Workload workload = chat_beside_vision("{latency: 60 ms, quantile: 80 %}");
  const ClientComparison alone = compared(workload, {"mps"}, true);
  const ClientComparison both = compared(workload, {"priority:1/0", "mps"}, true);
  ASSERT_EQ(alone.results.size(), 2U) << "the one that looked better is not sure";
  EXPECT_EQ(alone.results[0].figures.goals_kept, 1U);
  EXPECT_EQ(alone.results[1].figures.goals_kept, 0U);
  ASSERT_EQ(result_of(both, "priority:1/0").figures.goals_kept, 1U);
  EXPECT_EQ(both.results[0].policy, alone.results[0].policy);
  EXPECT_GT(both.results[0].figures.clients[1].rate, result_of(both, "priority:1/0").figures.clients[1].rate);
}

TEST(OverAssumed, TheEndsAreThoseOfWorkloadsWithTheValuesPutInByHand) {
  const Workload workload = chat_beside_vision(kGoal);
  std::vector<ClientComparison> by_hand{compared(workload, kPolicies, false)};
  for (const double chat : {0.07, 0.54}) {
    for (const double vision : {0.11, 0.82}) {
      by_hand.push_back(compared(with_use(workload, chat, vision), kPolicies, false));
      ASSERT_TRUE(std::none_of(by_hand.back().basis.assumed.begin(), by_hand.back().basis.assumed.end(),
                               [](const std::string& path) { return path.starts_with("clients."); }));
    }
  }
  const ClientComparison found = compared(workload, kPolicies, true);
  for (const std::string& policy : kPolicies) {
    SCOPED_TRACE(policy);
    for (std::size_t client = 0; client < 2; ++client) {
      Spread rate;
      Spread of_alone;
      Spread low;
      Spread high;
      std::set<Verdict> verdicts;
      for (const ClientComparison& comparison : by_hand) {
        const ClientFigures& figures = result_of(comparison, policy).figures.clients[client];
        rate.add(figures.rate.value);
        of_alone.add(*figures.of_alone);
        const Millis goal{50};
        const bool within = figures.reached && figures.reached->rough_high && *figures.reached->rough_high <= goal;
        verdicts.insert(figures.verdict == Verdict::not_sure && within ? Verdict::kept : figures.verdict);
        if (figures.reached) {
          const Estimate& reached = *figures.reached;
          low.add(reached.low.value_or(reached.rough_low.value_or(reached.value)).count());
          high.add(reached.high.value_or(reached.rough_high.value_or(reached.value)).count());
        }
      }
      const ClientFigures& figures = result_of(found, policy).figures.clients[client];
      const ClientFigures& before = result_of(by_hand.front(), policy).figures.clients[client];
      ASSERT_TRUE(figures.over_assumed);
      EXPECT_EQ(figures.over_assumed->rate_low.value, rate.low());
      EXPECT_EQ(figures.over_assumed->rate_high.value, rate.high());
      EXPECT_EQ(*figures.over_assumed->of_alone_low, of_alone.low());
      EXPECT_EQ(*figures.over_assumed->of_alone_high, of_alone.high());
      EXPECT_EQ(figures.rate, before.rate) << "what is assumed stays what the row shows";
      if (client == 0) {
        EXPECT_EQ(figures.over_assumed->reached_low->count(), low.low());
        EXPECT_EQ(figures.over_assumed->reached_high->count(), high.high());
        EXPECT_GT(high.high(), 1.2 * low.low()) << "it makes a difference";
        EXPECT_EQ(figures.over_assumed->as_assumed, before.verdict);
        EXPECT_EQ(figures.verdict, verdicts.size() == 1 ? before.verdict : Verdict::not_sure);
      } else {
        EXPECT_FALSE(figures.over_assumed->as_assumed) << "it has no goal";
      }
    }
    EXPECT_EQ(result_of(found, policy).assumed, (std::vector<AssumedBetween>{{"clients.chat.compute", 0.07, 0.54},
                                                                             {"clients.vision.memory", 0.11, 0.82}}));
  }
}

TEST(OverAssumed, AnEndMayBeTypedIntoTheFileAsItIsPrinted) {
  const Workload typed = chat_beside_vision(kGoal, {", compute: 7 %", ", memory: 11 %"});
  const ClientComparison at_low = compared(typed, {"mps:82/69"}, true);
  const ClientComparison by_hand = compared(with_use(chat_beside_vision(kGoal), 0.07, 0.11), {"mps:82/69"}, false);
  for (std::size_t client = 0; client < 2; ++client) {
    EXPECT_EQ(at_low.results[0].figures.clients[client].rate, by_hand.results[0].figures.clients[client].rate);
    EXPECT_FALSE(at_low.results[0].figures.clients[client].over_assumed) << "all is said";
  }
  EXPECT_TRUE(at_low.results[0].assumed.empty());
}

TEST(OverAssumed, AGoalThatAnEndTurnsOverIsNotSureAndRanksBehindOneThatIsKept) {
  const ClientComparison before = compared(chat_beside_vision(kGoal), {"mps:82/69"}, true);
  const AssumedFigures over = *before.results[0].figures.clients[0].over_assumed;
  ASSERT_LT(over.reached_low->count() * 1.1, over.reached_high->count());
  const auto with_goal = [&](double latency) {
    return compared(chat_beside_vision(fmt::format("{{latency: {} ms, quantile: 80 %}}", latency)),
                    {"mps:82/69", "priority:1/0"}, true);
  };
  const auto verdict_at = [&](double latency) {
    const ClientsFigures figures = result_of(with_goal(latency), "mps:82/69").figures;
    EXPECT_EQ(figures.goals_kept, figures.clients[0].verdict == Verdict::kept ? 1U : 0U);
    EXPECT_EQ(figures.goals_missed, figures.clients[0].verdict == Verdict::missed ? 1U : 0U);
    return figures.clients[0].verdict;
  };
  const double high = over.reached_high->count();
  EXPECT_EQ(verdict_at(high * 1.01), Verdict::kept);
  EXPECT_EQ(verdict_at(high * 0.99), Verdict::not_sure);
  EXPECT_EQ(verdict_at(over.reached_low->count() * 0.9), Verdict::missed);
  const ClientComparison turned = with_goal(high * 0.99);
  const ClientFigures& chat = result_of(turned, "mps:82/69").figures.clients[0];
  EXPECT_EQ(chat.over_assumed->as_assumed, Verdict::kept);
  EXPECT_TRUE(chat.turns());
  ASSERT_EQ(result_of(turned, "priority:1/0").figures.clients[0].verdict, Verdict::kept);
  EXPECT_EQ(turned.results.front().asked, std::vector<std::string>{"priority:1/0"});
}

TEST(OverAssumed, ASettingThatAnEndTurnsOverIsSearchedForAgainWhereItDoesWorst) {
  const std::string goal = "{latency: 45 ms, quantile: 80 %}";
  const Workload workload = chat_beside_vision(goal, {", compute: 20 %", ""});
  const ClientComparison found = compared(workload, {"mps"}, true);
  ASSERT_EQ(found.results.size(), 2U) << "what is best as assumed stands behind it";
  EXPECT_TRUE(found.results[1].figures.clients[0].turns());
  EXPECT_GT(found.results[1].figures.clients[1].rate.value, found.results[0].figures.clients[1].rate.value);
  for (const ClientsResult& result : found.results) {
    EXPECT_EQ(result.asked, std::vector<std::string>{"mps"});
    EXPECT_GT(result.runs.value_or(0), 1U);
    for (const double memory : {0.11, 0.82}) {
      const ClientComparison there = compared(with_use(workload, 0.2, memory), {result.policy}, false);
      const ClientFigures& chat = there.results[0].figures.clients[0];
      const bool within = chat.verdict == Verdict::kept || (chat.reached && chat.reached->rough_high <= Millis{45});
      EXPECT_EQ(within, &result == &found.results[0] || memory < 0.5) << result.policy << " at " << memory;
    }
  }
  EXPECT_EQ(compared(workload, {"mps"}, false).results[0].policy, found.results[1].policy);
}

TEST(OverAssumed, ChangesOfContextAndPatienceAreSimulatedAtTheirEndsWhereNobodySaidThem) {
  Device device = files::find_device("titanx");
  ASSERT_FALSE(device.context_switch);
  const Workload workload = chat_beside_vision("{latency: 50 ms, quantile: 80 %}");
  const ClientComparison found = compared(workload, {"timeslice:0.5", "leftover"}, true, device);
  EXPECT_EQ(result_of(found, "timeslice:0.5").assumed,
            (std::vector<AssumedBetween>{{kContextSwitchPath, 0.005, 0.2}, {share::kPatiencePath, 0, 0.5}}));
  Spread rate{{result_of(found, "timeslice:0.5").figures.clients[1].rate.value}};
  for (const double end : {0.005, 0.2}) {
    device.context_switch = Millis{end};
    for (const char* policy : {"timeslice:0.5/0", "timeslice:0.5/0.5"}) {
      const ClientComparison measured = compared(workload, {policy}, true, device);
      EXPECT_FALSE(measured.results[0].figures.clients[1].over_assumed);
      rate.add(measured.results[0].figures.clients[1].rate.value);
    }
  }
  const AssumedFigures& vision = *result_of(found, "timeslice:0.5").figures.clients[1].over_assumed;
  EXPECT_EQ(vision.rate_low.value, rate.low());
  EXPECT_EQ(vision.rate_high.value, rate.high());
  EXPECT_GT(rate.high(), 1.1 * rate.low());
}

TEST(ClientAlone, CountsTheSameTimeAsBesideTheOthers) {
  // Requests as recorded: nothing is left out, of nobody. The one of c is far too short to disturb a.
  std::istringstream file(
      "schema: warpshop.workload/1\nname: w\nhorizon: 900 ms\nclients:\n"
      "  - {name: a, arrivals: {closed: 1, think: 400 ms}, request: {kernel: 100 ms}, goal: {speed: 95 %}}\n"
      "  - {name: c, arrivals: {recorded: [600 ms]}, request: {h2d: 1 KiB}}\n");
  const ClientComparison found = compared(io::parse_workload(file, "w.yaml"), {"leftover"}, true);
  EXPECT_EQ(found.results[0].figures.clients[0].of_alone, 1);
  EXPECT_EQ(found.results[0].figures.clients[0].verdict, Verdict::kept);
}

TEST(ClientVerdict, NothingIsSaidOfAGoalWhereNoRequestCame) {
  std::istringstream file(
      "schema: warpshop.workload/1\nname: w\nhorizon: 1 s\nclients:\n"
      "  - {name: a, arrivals: {poisson: 1e-6 /s}, request: {kernel: 8 ms}, goal: {latency: 50 ms}}\n"
      "  - {name: b, arrivals: {closed: 1}, request: {kernel: 8 ms}}\n");
  const ClientComparison found = compared(io::parse_workload(file, "w.yaml"), {"leftover"}, true);
  EXPECT_EQ(found.alone[0].verdict, Verdict::not_sure);
  EXPECT_EQ(found.results[0].figures.clients[0].verdict, Verdict::not_sure);
}

TEST(OverAssumed, DoesNotDependOnTheNumberOfThreads) {
  const Workload workload = chat_beside_vision(kGoal);
  const ClientComparison one = compared(workload, kPolicies, true);
  const ClientComparison many = compared(workload, kPolicies, true, h100(), 5);
  for (std::size_t i = 0; i < one.results.size(); ++i) {
    EXPECT_EQ(one.results[i].policy, many.results[i].policy);
    for (std::size_t client = 0; client < 2; ++client) {
      const AssumedFigures& a = *one.results[i].figures.clients[client].over_assumed;
      const AssumedFigures& b = *many.results[i].figures.clients[client].over_assumed;
      EXPECT_EQ(a.rate_low, b.rate_low);
      EXPECT_EQ(a.reached_high, b.reached_high);
    }
  }
}

TEST(OverAssumed, OfManyClientsThoseOfOneKeyGoToAnEndTogether) {
  std::string text = "schema: warpshop.workload/1\nname: many\nhorizon: 1 s\nclients:\n";
  for (int i = 0; i < 5; ++i) {
    text += fmt::format(
        "  - {{name: c{}, arrivals: {{closed: 1}}, request: {{kernel: {{time: {} ms, ctas: 2000, threads: 256, "
        "category: {}_bound}}}}}}\n",
        i, 5 + i, i < 2 ? "memory" : "compute");
  }
  std::istringstream file(text);
  const ClientComparison found = compared(io::parse_workload(file, "w.yaml"), {"leftover"}, true);
  const std::vector<AssumedBetween>& assumed = found.results[0].assumed;
  EXPECT_EQ(assumed.size(), 5U);
  EXPECT_EQ(std::count_if(assumed.begin(), assumed.end(), [](const auto& each) { return each.high == 0.54; }), 2);
  const Problem problem = [&] {
    std::istringstream again(text);
    Problem made = make_problem(io::parse_workload(again, "w.yaml"), h100());
    prepare_sharing(made, std::span(&h100(), 1));
    return made;
  }();
  const std::vector<AssumedInput> inputs = assumed_inputs(problem.fleet.tasks(), found.results[0].plan);
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].kernels.size() + inputs[1].kernels.size(), 5U);
  EXPECT_EQ(assumed_corners(inputs),
            (std::vector<AssumedCorner>{{false, false}, {true, false}, {false, true}, {true, true}}));
  EXPECT_TRUE(assumed_corners({}).empty());
}

ClientsFigures with_reached(Verdict verdict, std::optional<Estimate> reached) {
  ClientFigures client{.name = "a", .goal = LatencyGoal{Millis{50}, 0.99}};
  client.reached = reached;
  client.verdict = verdict;
  return {.clients = {client}, .goals = 1, .goals_kept = verdict == Verdict::kept ? 1U : 0U};
}

TEST(OverAssumed, WhatIsNeverAnsweredAtAnEndHasNoUpperEnd) {
  ClientsFigures figures = with_reached(Verdict::kept, Estimate{.value = Millis{40}});
  judge_at_corners(figures, {with_reached(Verdict::kept, Estimate{Millis{30}, Millis{29}, Millis{31}}),
                             with_reached(Verdict::missed, std::nullopt),
                             with_reached(Verdict::not_sure, Estimate{.value = Millis{60}})});
  const ClientFigures& client = figures.clients[0];
  EXPECT_EQ(client.over_assumed->reached_low, Millis{29});
  EXPECT_FALSE(client.over_assumed->reached_high);
  EXPECT_EQ(client.verdict, Verdict::not_sure);
  EXPECT_EQ(figures.goals_kept, 0U);
  EXPECT_EQ(figures.goals_missed, 0U);
}

TEST(OverAssumed, ARoughIntervalWithinTheGoalIsEnoughAtAnEnd) {
  Estimate rough{.value = Millis{45}};
  rough.rough_low = Millis{40};
  rough.rough_high = Millis{49};
  ClientsFigures figures = with_reached(Verdict::kept, Estimate{Millis{30}, Millis{29}, Millis{31}});
  const ClientsFigures as_assumed = figures;
  judge_at_corners(figures, {with_reached(Verdict::not_sure, rough)});
  EXPECT_EQ(figures.clients[0].verdict, Verdict::kept);
  EXPECT_EQ(figures.clients[0].over_assumed->reached_high, Millis{49});
  rough.rough_high = Millis{51};
  figures = as_assumed;
  judge_at_corners(figures, {with_reached(Verdict::not_sure, rough)});
  EXPECT_EQ(figures.clients[0].verdict, Verdict::not_sure);
  EXPECT_EQ(figures.clients[0].over_assumed->reached_high, Millis{51});
}

TEST(OverAssumed, WhatIsMissedAtEveryEndStaysMissed) {
  ClientsFigures figures = with_reached(Verdict::missed, Estimate{.value = Millis{60}});
  judge_at_corners(figures, {figures, with_reached(Verdict::missed, Estimate{.value = Millis{80}})});
  EXPECT_EQ(figures.clients[0].verdict, Verdict::missed);
  EXPECT_FALSE(figures.clients[0].turns());
  EXPECT_EQ(figures.goals_missed, 1U);
  ClientsFigures unchanged = with_reached(Verdict::kept, Estimate{.value = Millis{40}});
  judge_at_corners(unchanged, {});
  EXPECT_FALSE(unchanged.clients[0].over_assumed);
  EXPECT_EQ(unchanged.goals_kept, 1U);
}

}  // namespace
}  // namespace warpshop::study
