// Replays random plans of any length, each in a process of its own, and holds every timeline of both engines against
// the rules that hold for all, against each other, and against the rules of the fluid model.
//   test_replay_fresh FLEETS [FIRST_SEED]
// Four plans for each fleet. Says how many fleets failed, each named by its seed on standard error.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <numeric>
#include <random>
#include <string>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/timeline_rules.hpp"

namespace warpshop::test {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : generator_(seed) {}

  double between(double low, double high) { return std::uniform_real_distribution(low, high)(generator_); }
  bool chance(double probability) { return between(0, 1) < probability; }
  std::uint32_t up_to(std::uint32_t most) { return std::uniform_int_distribution<std::uint32_t>(0, most)(generator_); }
  void shuffle(Order& order) { std::shuffle(order.begin(), order.end(), generator_); }

 private:
  std::mt19937_64 generator_;
};

/// Decimal logarithms of the lengths of stages, in milliseconds.
struct Range {
  double shortest;
  double longest;
};
constexpr Range kMost{-3, 7};   ///< 1 us … near three hours
constexpr Range kSome{-6, 10};  ///< 1 ns … four months

/// What the stages of one workload are drawn from.
struct Lengths {
  double shortest;
  double longest;
  bool whole;  ///< whole multiples of the shortest, so that many dates tie
};

Lengths any_lengths(Draw& draw) {
  const Range& range = draw.chance(0.8) ? kMost : kSome;
  const double shortest = draw.between(range.shortest, range.longest);
  return {shortest, draw.between(shortest, range.longest), draw.chance(0.2)};
}

Millis length(Draw& draw, const Lengths& lengths) {
  if (draw.chance(0.05)) {
    return Millis{0};
  }
  const double shortest = std::pow(10.0, lengths.shortest);
  const double drawn = std::pow(10.0, draw.between(lengths.shortest, lengths.longest));
  return Millis{lengths.whole ? shortest * std::min(std::round(drawn / shortest), 9.0) : drawn};
}

Rates any_rates(Draw& draw) {
  Rates rates;
  for (auto& direction : rates) {
    for (auto& own : direction) {
      for (double& rate : own) {
        rate = draw.chance(0.2) ? 1.0 : draw.between(0.2, 1.05);
      }
    }
  }
  return rates;
}

Instance any_instance(Draw& draw, std::uint32_t tasks) {
  const Lengths lengths = any_lengths(draw);
  const bool latencies = draw.chance(0.5);
  const bool missing = draw.chance(0.4);
  const double pageable = draw.chance(0.5) ? 0.4 : 0;
  Instance instance{.rates = any_rates(draw), .dma_engines = draw.chance(0.2) ? 1 : 2};
  for (std::uint32_t task = 0; task < tasks; ++task) {
    Job job;
    for (const Stage stage : kStages) {
      job.has[index(stage)] = !missing || draw.chance(0.7);
    }
    job.has[1] = job.has[1] || (!job.has[0] && !job.has[2]);
    for (const std::size_t side : {0U, 1U}) {
      job.memory[side] = draw.chance(pageable) ? Memory::pageable : Memory::pinned;
      job.exclusive[side] = instance.dma_engines == 1 || job.memory[side] == Memory::pageable;
      if (job.has[2 * side]) {
        job.copies[side] = {latencies ? Millis{draw.between(0.005, 0.02)} : Millis{0}, length(draw, lengths)};
      }
    }
    job.kernel = job.has[1] ? length(draw, lengths) : Millis{0};
    instance.jobs.push_back(job);
  }
  if (draw.chance(0.3)) {
    for (Job& job : instance.jobs) {
      job.release = draw.chance(0.5) ? tasks * length(draw, lengths) / 4 : Millis{0};
    }
  }
  if (draw.chance(0.15)) {
    for (std::uint32_t after = 1; after < tasks; ++after) {
      if (draw.chance(0.4)) {
        instance.precedence.push_back({draw.up_to(after - 1), after});
      }
    }
  }
  if (draw.chance(0.1)) {
    instance.family_setup = length(draw, lengths);
    for (std::uint32_t task = 0; task < tasks; ++task) {
      instance.families.push_back(draw.up_to(2));
    }
  }
  return instance;
}

Fleet any_fleet(Draw& draw) {
  const Instance instance = any_instance(draw, draw.chance(0.05) ? 200 : 1 + draw.up_to(11));
  const std::uint32_t devices = draw.chance(0.7) ? 1 : 2 + draw.up_to(1);
  Fleet fleet;
  const double demand = draw.between(0.3, 1);
  for (std::uint32_t device = 0; device < devices; ++device) {
    fleet.devices.push_back(instance);
    fleet.names.push_back("gpu#" + std::to_string(device));
  }
  if (devices > 1 && draw.chance(0.4)) {
    BusPort port{.bus = 0};
    for (const Job& job : instance.jobs) {  // pageable copies ask for half
      const auto of = [&](std::size_t side) { return job.memory[side] == Memory::pinned ? demand : demand / 2; };
      port.demand.push_back({of(0), of(1)});
    }
    fleet.ports.assign(devices, port);
  }
  return fleet;
}

/// Tasks in the order of their numbers where some come after others, which then are on one device.
Plan any_plan(Draw& draw, const Fleet& fleet) {
  Plan plan{.submission = draw.chance(0.3) ? Submission::streams : Submission::ordered};
  plan.order.resize(fleet.size());
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  const auto tasks = static_cast<std::uint32_t>(fleet.size());
  const bool any_order = fleet.tasks().precedence.empty();
  if (any_order) {
    draw.shuffle(plan.order);
  }
  if (!fleet.single()) {
    std::uint32_t left = tasks;
    for (std::size_t device = 1; device < fleet.devices.size(); ++device) {
      const std::uint32_t own = any_order ? draw.up_to(left) : 0;
      plan.devices.push_back(own);
      left -= own;
    }
    plan.devices.push_back(left);
  }
  if (fleet.single() && draw.chance(0.1)) {
    const std::uint32_t first = draw.up_to(tasks - 1);
    plan.rounds = first == 0 ? std::vector{tasks} : std::vector{first, tasks - first};
  }
  return plan;
}

void check(const Fleet& fleet, const Plan& plan) {
  const Timeline fast = evaluate::timeline(fleet, plan);
  const Timeline replayed = replay::simulate(fleet, plan);
  evaluate::check_timeline(fleet, plan, fast, Objective::makespan);
  evaluate::check_timeline(fleet, plan, replayed, Objective::weighted_completion);
  evaluate::check_agreement(replayed, "simgrid", fast, "fast");
  evaluate::check_agreement({.makespan = replayed.makespan}, "simgrid", {.makespan = evaluate::makespan(fleet, plan)},
                            "the search");
  if (fleet.single() && plan.submission == Submission::ordered) {
    const std::string broken = broken_rule(fleet.devices.front(), plan, replayed);
    if (!broken.empty()) {
      throw evaluate::ImpossibleTimeline(broken);
    }
  }
}

/// Four plans of one fleet; whether all were right.
bool replay_some(std::uint64_t seed) {
  try {
    Draw draw(seed);
    const Fleet fleet = any_fleet(draw);
    for (int plan = 0; plan < 4; ++plan) {
      check(fleet, any_plan(draw, fleet));
    }
    return true;
  } catch (const std::exception& error) {
    std::cerr << "seed " << seed << ": " << error.what() << '\n';
    return false;
  }
}

}  // namespace
}  // namespace warpshop::test

int main(int argc, char** argv) {
  const std::uint64_t fleets = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed < first + fleets; ++seed) {
    failed += warpshop::test::replay_some(seed) ? 0 : 1;
  }
  std::cout << failed << " of " << fleets << " fleets failed, seeds " << first << " to " << first + fleets - 1 << '\n';
  return fleets > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
