// The table of queueing theory, as tests/support/queueing.hpp has it, beside what the simulation of clients says: so
// many seeds a row, each with an interval of its own, and all of them together with one of replications.
// usage: test_theory [SEEDS] [PART]: of the length of each run, 1 unless it is given
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/stats/batch_means.hpp"
#include "sim/stats/quantile_interval.hpp"
#include "sim/stats/student.hpp"
#include "sim/study/in_parallel.hpp"
#include "tests/support/judged_clients.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/queueing.hpp"

namespace warpshop::test {
namespace {

/// What theory says of a client.
struct Said {
  std::string what;
  std::size_t client = 0;
  double theory = 0;
  bool p99 = false;   ///< else a mean
  double within = 0;  ///< how far the model itself is off, relative: steps of the histogram, CTAs that are finished
};
struct Row {
  std::string name;
  Instance instance;
  Plan plan;
  double unit = 1;  ///< mean service, ms
  std::vector<Said> said;
};

const Demand kExponentialDemand{{.part = 1, .mean = 1}};
const Demand kTwoKinds{{.part = 0.9, .mean = 0.5}, {.part = 0.1, .mean = 5.5}};
const ServiceMoments kTwoMoments = two_exponentials(0.9, 0.5, 5.5);
constexpr double kHistogram = 0.002;  // half a step, on average

Arrivals poisson_of(double load, double service = 1) {
  return PoissonArrivals{.rate = {load / service * 1000}};
}

/// How many services a run is long: what is busy takes longer to forget.
double length(double load) {
  return load > 0.85 ? 200'000 : load > 0.6 ? 80'000 : 40'000;
}

std::vector<Row> one_server(double part) {
  std::vector<Row> rows;
  for (const double load : {0.5, 0.8, 0.9}) {
    const auto add = [&](const std::string& name, const Demand& demand, std::vector<Said> said) {
      rows.push_back({.name = fmt::format("{}, load {}", name, load),
                      .instance = instance_of({{poisson_of(load), 1, demand}}, part * length(load), 1),
                      .plan = {},
                      .said = std::move(said)});
    };
    add("M/M/1", kExponentialDemand,
        {{.what = "mean", .theory = mm1_mean(load)},
         {.what = "p99", .theory = mm1_quantile(load, 0.99), .p99 = true, .within = kHistogram}});
    add("M/D/1", {},
        {{.what = "mean", .theory = md1_mean(load)},
         {.what = "p99", .theory = md1_quantile(load, 0.99), .p99 = true, .within = kHistogram}});
    add("M/G/1, two exponentials", kTwoKinds, {{.what = "mean", .theory = mg1_mean(load, kTwoMoments)}});
  }
  return rows;
}

std::vector<Row> priorities(double part) {
  std::vector<Row> rows;
  for (const bool at_once : {true, false}) {
    for (const bool exponential : {true, false}) {
      const ServiceMoments first = exponential ? exponential_service() : constant_service();
      const ServiceMoments second = exponential ? exponential_service() : kTwoMoments;
      const std::vector<PriorityClass> classes{{0.3, first}, {0.5, second}};
      const std::vector<double> means = at_once ? preemptive_means(classes) : non_preemptive_means(classes);
      rows.push_back({.name = fmt::format("{}, {}", at_once ? "preemptive resume" : "not preemptive",
                                          exponential ? "exponential" : "constant over two exponentials"),
                      .instance = instance_of({{poisson_of(0.3), 1, exponential ? kExponentialDemand : Demand{}, 1},
                                               {poisson_of(0.5), 1, exponential ? kExponentialDemand : kTwoKinds, 0}},
                                              part * length(0.8), 1),
                      .plan = by_priority(at_once),
                      .said = {{.what = "mean of the first", .client = 0, .theory = means[0]},
                               {.what = "mean of the second", .client = 1, .theory = means[1]}}});
    }
  }
  return rows;
}

/// Kernels of many CTAs on quarters of the SMs.
std::vector<Row> four_servers(double part) {
  constexpr double kCtas = 0.01;
  std::vector<Row> rows;
  Instance quarters = fine_kernels(1, 4);
  const double of_quarter = service_of(quarters, by_quarters());
  quarters.clients.all[0].arrivals = poisson_of(4 * 0.8, of_quarter);
  quarters.clients.all[0].demand = kExponentialDemand;
  quarters.clients.horizon = Millis{part * 40'000 * of_quarter};
  rows.push_back({.name = "M/M/4, load 0.8",
                  .instance = quarters,
                  .plan = by_quarters(),
                  .unit = of_quarter,
                  .said = {{.what = "mean", .theory = mmc_mean(4, 0.8), .within = kCtas}}});
  return rows;
}

std::vector<Row> others(double part) {
  std::vector<Row> rows;
  const ClosedArrivals users{.users = 10, .think = Millis{8}, .exponential = true};
  rows.push_back({.name = "closed, 10 users who think 8",
                  .instance = instance_of({{users, 1, kExponentialDemand}}, part * length(0.5), 1),
                  .plan = {},
                  .said = {{.what = "mean", .theory = closed_mean(10, 8)}}});
  for (const double slice : {0.5, 2.0}) {
    const Instance instance = instance_of(
        {{poisson_of(0.4), 1, kExponentialDemand}, {poisson_of(0.4), 1, kExponentialDemand}}, part * length(0.8), 1);
    rows.push_back({.name = fmt::format("two clients in slices of {}", slice),
                    .instance = instance,
                    .plan = in_slices(instance, slice),
                    .said = {{.what = "mean of the first", .client = 0, .theory = mm1_mean(0.8)},
                             {.what = "mean of the second", .client = 1, .theory = mm1_mean(0.8)}}});
  }
  return rows;
}

/// Of one seed: the figure, and the ends of its interval where that is believed.
struct Figure {
  double value = 0;
  std::optional<std::pair<double, double>> interval = {};
};

Figure figure_of(const ClientOutcome& outcome, const Said& said, double unit) {
  if (said.p99) {
    const stats::QuantileEstimate found = stats::quantile_estimate(outcome.latencies, 0.99);
    Figure figure{.value = found.value / unit};
    if (found.believed()) {
      figure.interval = {found.low / unit, *found.high / unit};
    }
    return figure;
  }
  std::vector<double> batches;
  const double mean = outcome.all_latencies().mean();
  for (const stats::LatencyHistogram& latencies : outcome.latencies) {
    if (latencies.count() == 0) {
      return {.value = mean / unit};
    }
    batches.push_back(latencies.mean());
  }
  const double half = *stats::batch_half_width(batches, mean);
  return {.value = mean / unit, .interval = {{(mean - half) / unit, (mean + half) / unit}}};
}

/// One line; whether theory and the simulation agree.
bool print_line(const Row& row, const Said& said, const std::vector<Figure>& figures) {
  const auto seeds = static_cast<double>(figures.size());
  double mean = 0, squares = 0;
  for (const Figure& figure : figures) {
    mean += figure.value / seeds;
  }
  std::size_t intervals = 0, missed = 0;
  for (const Figure& figure : figures) {
    squares += (figure.value - mean) * (figure.value - mean);
    if (figure.interval) {
      ++intervals;
      const double slack = said.within * said.theory;
      missed += said.theory < figure.interval->first - slack || said.theory > figure.interval->second + slack ? 1 : 0;
    }
  }
  const double error = std::sqrt(squares / (seeds - 1) / seeds);
  const double half = stats::student_quantile(0.975, figures.size() - 1) * error;
  const double widest = stats::student_quantile(0.99995, figures.size() - 1) * error;  // some thirty lines
  const auto of = static_cast<double>(intervals);
  const double most_missed = 0.05 * of + 3 * std::sqrt(0.05 * 0.95 * of) + 1;
  const bool agree =
      std::abs(mean - said.theory) <= widest + said.within * said.theory && static_cast<double>(missed) <= most_missed;
  fmt::print("{:46} {:18} {:8.4f} {:9.4f} ± {:6.4f} {:+6.2f} %  {:3} of {:3}{}\n", row.name, said.what, said.theory,
             mean, half, 100 * (mean / said.theory - 1), missed, intervals, agree ? "" : "  MISSED");
  std::fflush(stdout);
  return agree;
}

bool run(std::size_t seeds, double part) {
  std::vector<Row> rows = one_server(part);
  for (std::vector<Row> more : {priorities(part), four_servers(part), others(part)}) {
    std::move(more.begin(), more.end(), std::back_inserter(rows));
  }
  fmt::print("{} seeds; times in mean services; misses: of the intervals of 95 % that are believed\n", seeds);
  fmt::print("{:46} {:18} {:>8} {:>9}   {:>6} {:>8}  {}\n", "", "", "theory", "simulated", "95 %", "off", "misses");
  bool agree = true;
  for (const Row& row : rows) {
    std::vector<std::vector<Figure>> figures(row.said.size(), std::vector<Figure>(seeds));
    study::in_parallel(std::max(1U, std::thread::hardware_concurrency()), seeds, [&](std::size_t seed) {
      const ClientsOutcome outcome = evaluate::simulate_clients(row.instance, row.plan, {.seed = seed + 1});
      for (std::size_t i = 0; i < row.said.size(); ++i) {
        figures[i][seed] = figure_of(outcome.clients[row.said[i].client], row.said[i], row.unit);
      }
    });
    for (std::size_t i = 0; i < row.said.size(); ++i) {
      agree = print_line(row, row.said[i], figures[i]) && agree;
    }
  }
  return agree;
}

}  // namespace
}  // namespace warpshop::test

int main(int count, char** arguments) {
  const std::size_t seeds = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 200;
  const double part = count > 2 ? std::strtod(arguments[2], nullptr) : 1;
  return seeds >= 2 && part > 0 && warpshop::test::run(seeds, part) ? 0 : 1;
}
