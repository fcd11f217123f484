#include "sim/study/sweep/point_maker.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/split.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/assumed_cost_range.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {
namespace {

/// What all orders of one device cost, cheapest first.
std::vector<double> costs_of_all_orders(const Instance& instance, Objective objective) {
  Order order = input_order(instance.size());
  evaluate::Evaluator evaluator(instance, objective);
  std::vector<double> costs;
  do {
    costs.push_back(evaluator.cost(order).count());
  } while (std::next_permutation(order.begin(), order.end()));
  std::sort(costs.begin(), costs.end());
  return costs;
}

std::size_t kernel_dominant_tasks(const Instance& instance) {
  return static_cast<std::size_t>(std::count_if(instance.jobs.begin(), instance.jobs.end(), [](const Job& job) {
    return job.kernel > job.alone(Stage::h2d) + job.alone(Stage::d2h);
  }));
}

}  // namespace

Fleet picked(const Fleet& population, const Order& tasks) {
  Fleet fleet{.devices = {}, .names = population.names};
  for (const Instance& device : population.devices) {
    fleet.devices.push_back(std::move(in_groups(device, std::span(&tasks, 1)).front()));
  }
  for (const std::optional<BusPort>& port : population.ports) {
    std::optional<BusPort>& own = fleet.ports.emplace_back(port);
    for (std::size_t i = 0; own && i < tasks.size(); ++i) {
      own->demand.resize(tasks.size());
      own->demand[i] = port->demand[tasks[i]];
    }
  }
  return fleet;
}

SweepPoint sweep_point(const Fleet& fleet, std::uint64_t set, Objective objective, const SweepSettings& settings) {
  PlanOptions options = settings.options;
  options.objective = objective;
  const LowerBounds bounds(fleet, objective, settings.sharing);
  const order::Dealt dealt = order::deal(fleet, options);
  const auto run = [&](const Planned& planned) {
    const Timeline timeline = checked_timeline(settings.engine, fleet, planned.plan, objective, bounds.of(planned.plan),
                                               planned.timeline.get());
    return SweepCost{.predicted = planned.predicted,
                     .cost = evaluate::cost(fleet.tasks(), timeline, objective),
                     .makespan = timeline.makespan};
  };
  const auto cost_of = [&](std::string_view policy) {
    return run(plan_of({.policy = &find_policy(policy)}, fleet, dealt, options)).cost;
  };
  SweepPoint point{
      .set = set, .kernel_dominant = kernel_dominant_tasks(fleet.tasks()), .lower_bound = bounds.of_all(), .costs = {}};
  for (const NamedPolicy& named : settings.policies) {
    const auto start = std::chrono::steady_clock::now();
    const Planned planned = plan_of(named, fleet, dealt, options);
    const Millis planning = std::chrono::steady_clock::now() - start;
    SweepCost& cost = point.costs.emplace_back(run(planned));
    const std::optional<AssumedCosts> assumed = assumed_costs(fleet, planned.plan, objective);
    cost.at_ends = assumed ? assumed->cost : AssumedRange{.low = cost.cost, .high = cost.cost};
    cost.planning = planning;
  }
  point.best = point.costs.front().cost;
  for (const SweepCost& each : point.costs) {
    point.best = std::min(point.best, each.cost);
  }
  Millis& median = point.baselines[index(Baseline::median)];
  if (fleet.single() && fleet.size() <= kAllOrdersUpTo && fleet.tasks().precedence.empty()) {
    const std::vector<double> costs = costs_of_all_orders(fleet.tasks(), objective);
    median = Millis{stats::quantile(costs, 0.5)};
    point.best = std::min(point.best, Millis{costs.front()});
  } else {
    median = order::random_orders(fleet, dealt, options, kOrdersOfAMedian).distribution.median;
  }
  point.baselines[index(Baseline::fifo)] = cost_of(name(Baseline::fifo));
  point.baselines[index(Baseline::hyperq)] = cost_of(name(Baseline::hyperq));
  return point;
}

std::vector<SweepPoint> points_of(const Grid& grid, const SweepSettings& settings, PointRange range) {
  std::vector<SweepPoint> points;
  for (std::uint64_t number = range.first; number < range.end; ++number) {
    const std::uint64_t set = number % grid.sets;
    const auto cell = static_cast<std::size_t>(number / grid.sets);
    points.push_back(sweep_point(grid.cells[cell].fleet(set), set, grid.cells[cell].objective, settings));
    points.back().cell = cell;
  }
  return points;
}

PointMaker::PointMaker(const Grid& grid, const SweepSettings& settings, std::vector<PointRange> ranges, unsigned jobs,
                       RemoteWorkers* elsewhere)
    : grid_(grid),
      settings_(settings),
      dealer_(grid.sets, std::move(ranges), jobs + (elsewhere != nullptr ? elsewhere->count() : 0)) {
  const auto failing = [this](const auto& work) {
    return [this, work] {
      try {
        work();
      } catch (...) {
        dealer_.failed(std::current_exception());
      }
    };
  };
  try {
    if (elsewhere != nullptr) {
      helpers_.emplace_back(failing([this, elsewhere] { elsewhere->serve(dealer_); }));
    }
    for (unsigned helper = 1; helper < jobs; ++helper) {
      helpers_.emplace_back(failing([this] {
        while (const std::optional<Chunk> chunk = dealer_.next()) {
          make(*chunk);
        }
      }));
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the threads that there are do all of it
  }
}

PointMaker::~PointMaker() {
  dealer_.failed(std::make_exception_ptr(std::runtime_error("nobody wants the other points")));
}

std::vector<SweepPoint> PointMaker::next() {
  while (true) {
    ChunkDealer::Turn turn = dealer_.turn();
    if (!turn.points.empty()) {
      return std::move(turn.points);
    }
    if (!turn.chunk) {
      helpers_.clear();  // which may have failed at last
      return dealer_.turn().points;
    }
    make(*turn.chunk);
  }
}

void PointMaker::make(const Chunk& chunk) {
  dealer_.made(chunk.number, points_of(grid_, settings_, chunk.range));
}

}  // namespace warpshop::study
