#include "sim/study/draw_assumed.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/stats/counter_draws.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "tests/study/fast_engine.hpp"

namespace warpshop::study {
namespace {

const std::function<void(const std::string&)> kUnheard = [](const std::string& /*text*/) {};

Workload parsed(const std::string& text) {
  std::istringstream stream(text);
  return io::parse_workload(stream, "w.yaml");
}

/// Two models of two processes; a kernel of the second does not say what it uses of DRAM.
constexpr const char* kTwoModels =
    "schema: warpshop.workload/1\nname: two models\ntasks:\n"
    "  - {name: chat, family: a, count: 8, h2d: 256 KiB, kernel: {time: 2.4 ms, ctas: 2112, threads: 256, registers: "
    "64, shared_memory: 24 KiB, category: memory_bound, compute: 20 %}, d2h: 64 KiB}\n"
    "  - {name: vision, family: b, count: 8, h2d: {bytes: 6 MiB, memory: pageable}, kernel: {time: 1.6 ms, ctas: 1056, "
    "threads: 128, registers: 96, shared_memory: 32 KiB, category: compute_bound}, d2h: 1 MiB}\n";

struct ComparedCase {
  Workload workload;
  Device device;
  Problem problem;
  Comparison comparison;
};

ComparedCase compared_case(const std::string& text, const std::string& device,
                           const std::vector<std::string>& policies) {
  ComparedCase all{.workload = parsed(text), .device = files::find_device(device), .problem = {}, .comparison = {}};
  all.problem = make_problem(all.workload, all.device);
  const std::span devices(&all.device, 1);
  const auto chosen = choose_policies(policies, all.workload, Objective::makespan, devices).chosen;
  if (may_share(chosen, all.workload, devices)) {
    prepare_sharing(all.problem, devices);
  }
  all.comparison =
      compare(all.problem, chosen, {.device = device, .engine = test::fast_engine(), .options = {}}, kUnheard);
  return all;
}

Uncertainty found(const ComparedCase& of, const DrawSettings& settings) {
  return uncertainty(of.problem, of.workload, of.device, of.comparison, settings, kUnheard);
}

/// What each value would be, by path, in the words of a profile or a workload.
using SaidValues = std::map<std::string, double>;

/// What the plans cost where files had said so: the device and the workload written, changed as text and read.
std::vector<Millis> costs_where(const ComparedCase& of, const SaidValues& said) {
  std::ostringstream profile;
  io::write_device(profile, of.device);
  std::vector<ProfileSetting> settings;
  std::optional<Utilization> use;
  std::optional<Millis> patience;
  for (const auto& [path, value] : said) {
    if (path == "tasks.vision.memory") {
      use = Utilization{value};
    } else if (path == "timeslice.patience") {
      patience = Millis{2 * value};  // of a slice of 2 ms
    } else if (path == "context_switch") {
      settings.push_back({path, fmt::format("{:.17g}ms", value)});
    } else if (path.ends_with("latency")) {
      settings.push_back({path, fmt::format("{:.17g}ms", value)});
    } else {
      settings.push_back({path, fmt::format("{:.17g}B/s", value)});
    }
  }
  std::istringstream text(profile.str());
  const Device device = io::parse_device(text, "d.yaml", settings);
  Workload workload = of.workload;
  for (Task& task : workload.tasks) {
    if (task.name == "vision" && use) {
      std::get<KernelShape>(task.kernel->work).use.memory = use;
    }
  }
  Problem problem = make_problem(workload, device);
  prepare_sharing(problem, std::span(&device, 1));
  problem.fleet.devices.front().patience = patience;
  std::vector<Millis> costs;
  for (const PolicyResult& result : of.comparison.results) {
    costs.push_back(evaluate::timeline(problem.fleet, result.plan).makespan);
  }
  return costs;
}

/// The value at a path of copies of pinned or pageable memory, in ms or B/s.
double assumed_value(const Device& device, const std::string& path) {
  const Memory memory = path.find("pageable") == std::string::npos ? Memory::pinned : Memory::pageable;
  const Direction direction = path.find("h2d") == std::string::npos ? Direction::d2h : Direction::h2d;
  const TransferModel& transfer = device.transfer(memory, direction);
  return path.ends_with("latency")  ? transfer.latency->count()
         : path.ends_with("alone")  ? transfer.alone->value
         : path.ends_with("duplex") ? transfer.duplex->value
                                    : transfer.mixed->value;
}

/// What is said where the value is put to a place of its range; nothing of it gains beside an opposing copy.
void say(SaidValues& said, const ComparedCase& of, const AssumedSwing& value, double at) {
  said[value.path] = value.as_parts ? at * assumed_value(of.device, value.path) : at;
}
void say_below_alone(SaidValues& said, const ComparedCase& of) {
  for (const char* memory : {"pinned", "pageable"}) {
    for (const char* direction : {"h2d", "d2h"}) {
      const std::string before = fmt::format("transfer.{}.{}.", memory, direction);
      const double alone =
          said.contains(before + "alone") ? said[before + "alone"] : assumed_value(of.device, before + "alone");
      for (const std::string key : {"duplex", "mixed"}) {
        if (key == "mixed" || std::string(memory) == "pinned") {
          const auto known = said.find(before + key);
          const double value = known == said.end() ? assumed_value(of.device, before + key) : known->second;
          said[before + key] = std::min(value, alone);
        }
      }
    }
  }
}

/// In this file no two policies tie, but for `fifo` and what has its order.
Millis lead_by_hand(const ComparedCase& of, const std::vector<Millis>& costs) {
  Millis least{1e9};
  for (std::size_t i = 1; i < costs.size(); ++i) {
    if (of.comparison.results[i].cost > of.comparison.results[0].cost * (1 + 1e-6)) {
      least = std::min(least, costs[i]);
    }
  }
  return least - costs[0];
}

void expect_same(Millis found, Millis expected, const std::string& what) {
  EXPECT_NEAR(found.count(), expected.count(), 1e-6) << what;
}

const std::vector<std::string> kSixPolicies{"mps", "leftover", "smk", "timeslice", "neh-gpu", "fifo"};

TEST(Uncertainty, EachValueAtItsEndsIsAsIfItHadBeenSaid) {
  const ComparedCase of = compared_case(kTwoModels, "h100-sxm", kSixPolicies);
  const Uncertainty all = found(of, {.draws = 1});
  ASSERT_TRUE(all.lead);
  expect_same(*all.lead, lead_by_hand(of, costs_where(of, {})), "as assumed");
  std::map<std::string, int> kinds;
  for (const AssumedSwing& value : all.values) {
    ++kinds[value.as_parts ? "copies" : value.path];
    for (const bool high : {false, true}) {
      SaidValues said;
      say(said, of, value, high ? value.high : value.low);
      say_below_alone(said, of);
      expect_same(high ? value.lead_high : value.lead_low, lead_by_hand(of, costs_where(of, said)),
                  fmt::format("{} {}", value.path, high));
    }
  }
  EXPECT_GE(kinds.at("copies"), 8);
  EXPECT_EQ(kinds.at("context_switch"), 1);
  EXPECT_EQ(kinds.at("timeslice.patience"), 1);
  EXPECT_EQ(kinds.at("tasks.vision.memory"), 1);
  EXPECT_TRUE(std::is_sorted(all.values.begin(), all.values.end(),
                             [](const auto& one, const auto& other) { return one.swing() > other.swing(); }));
  EXPECT_EQ(all.not_drawn, std::vector<std::string>{"timeslice.slice"});
}

/// Every draw again, out of the numbers by their place and files that say what was drawn.
TEST(Uncertainty, DrawsAreAsIfTheyHadBeenSaid) {
  const ComparedCase of = compared_case(kTwoModels, "h100-sxm", kSixPolicies);
  constexpr std::size_t kDraws = 40;
  constexpr std::uint64_t kSeed = 7;
  const Uncertainty all = found(of, {.draws = kDraws, .seed = kSeed});
  std::map<std::string, std::size_t> firsts;
  std::vector<double> own;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    SaidValues said;
    for (const AssumedSwing& value : all.values) {
      const double place = stats::CounterDraws(kSeed, stats::owner_of(value.path), 0).unit(draw);
      const bool evenly = value.low == 0;
      say(said, of, value,
          evenly ? place * value.high : std::exp(std::log(value.low) * (1 - place) + std::log(value.high) * place));
    }
    say_below_alone(said, of);
    const std::vector<Millis> costs = costs_where(of, said);
    own.push_back(costs[0].count());
    const auto least = std::min_element(costs.begin(), costs.end());
    const bool stays = costs[0] <= *least * (1 + 1e-9);
    ++firsts[of.comparison.results[stays ? 0 : static_cast<std::size_t>(least - costs.begin())].policy];
  }
  EXPECT_EQ(all.first_stays, firsts[of.comparison.results[0].policy]);
  std::size_t others = 0;
  for (const FirstInDraws& other : all.others) {
    EXPECT_EQ(other.draws, firsts[other.policy]) << other.policy;
    others += other.draws;
  }
  EXPECT_EQ(all.first_stays + others, kDraws);
  EXPECT_GT(others, 0U);
  EXPECT_NEAR(all.cost.low.count(), stats::quantile(own, 0.05), 1e-6);
  EXPECT_NEAR(all.cost.high.count(), stats::quantile(own, 0.95), 1e-6);
}

TEST(Uncertainty, DoesNotDependOnThreads) {
  const ComparedCase of = compared_case(kTwoModels, "h100-sxm", kSixPolicies);
  const Uncertainty one = found(of, {.draws = 30, .jobs = 1});
  const Uncertainty many = found(of, {.draws = 30, .jobs = 5});
  EXPECT_EQ(one.first_stays, many.first_stays);
  EXPECT_EQ(one.others, many.others);
  EXPECT_EQ(one.cost, many.cost);
  EXPECT_NE(found(of, {.draws = 30, .seed = 2}).cost, one.cost);
}

/// Two orders that mirror each other tie as assumed, and are rivals where copies in and out are not alike.
TEST(Uncertainty, WhoTiesAsAssumedIsARivalWhereDrawsTellThemApart) {
  const ComparedCase of = compared_case(
      "schema: warpshop.workload/1\nname: w\ntasks:\n  - {name: in, h2d: 64 MiB, kernel: 1 ms, d2h: 8 MiB}\n"
      "  - {name: out, h2d: 8 MiB, kernel: 1 ms, d2h: 64 MiB}\n",
      "h100-sxm", {"johnson", "fifo", "random"});
  ASSERT_GE(of.comparison.results.size(), 2U);
  const Uncertainty all = found(of, {.draws = 50});
  std::size_t firsts = all.first_stays;
  for (const FirstInDraws& other : all.others) {
    firsts += other.draws;
  }
  EXPECT_EQ(firsts, 50U);
  EXPECT_EQ(all.lead.has_value(), !std::all_of(all.values.begin(), all.values.end(), [](const AssumedSwing& value) {
              return value.lead_low == Millis{0} && value.lead_high == Millis{0};
            }));
}

TEST(Uncertainty, OfWhatWasMeasuredIsNone) {
  const ComparedCase of = compared_case(
      "schema: warpshop.workload/1\nname: w\ntasks:\n  - {name: a, h2d: 8 MiB, kernel: 1 ms, d2h: 2 MiB}\n"
      "  - {name: b, h2d: 2 MiB, kernel: 3 ms, d2h: 8 MiB}\n",
      "titanx", {"neh-gpu", "fifo"});
  const Uncertainty all = found(of, {.draws = 9});
  EXPECT_TRUE(all.values.empty());
  EXPECT_TRUE(all.not_drawn.empty());
  EXPECT_EQ(all.first_stays, 9U);
  EXPECT_TRUE(tied(all.cost.low, of.comparison.results[0].cost));
  EXPECT_TRUE(tied(all.cost.high, of.comparison.results[0].cost));
}

}  // namespace
}  // namespace warpshop::study
