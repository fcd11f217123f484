// What S2's scheduler comes to by each detector of interference: prints results/placement/scheduling.txt.
// usage: interference_scheduling [POPULATIONS]
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/interference_draws.hpp"
#include "sim/place/board.hpp"
#include "sim/place/place_policies.hpp"
#include "sim/stats/counter_draws.hpp"
#include "sim/stats/mean.hpp"
#include "sim/study/interference/detectors.hpp"
#include "sim/study/interference/judged_detector.hpp"
#include "sim/study/interference/pair_slowdown.hpp"

namespace {

using namespace warpshop;
using namespace warpshop::study;
using bench::Drawn;

// S2.
constexpr std::size_t kLists = 10;
constexpr std::size_t kPermutations = 10;
constexpr std::size_t kJobs = 20;
constexpr std::size_t kGpus = 2;

/// A matrix over the kernels.
template <class Value>
using ByPair = std::map<std::pair<std::size_t, std::size_t>, Value>;

/// How fast both are that share a GPU: the law phase by phase, off by as much as the measurement of the pair is.
ByPair<std::array<double, 2>> true_speeds(const Drawn& draw) {
  ByPair<std::array<double, 2>> speeds;
  for (const MeasuredPair& pair : draw.pairs) {
    const std::array<double, 2> slowdown =
        pair_slowdown(draw.kernels[pair.first], draw.kernels[pair.second], draw.profiled.gpu);
    const double off = pair.slowdown / std::max(slowdown[0], slowdown[1]);
    const std::array<double, 2> both{std::min(1.0, 1 / (slowdown[0] * off)), std::min(1.0, 1 / (slowdown[1] * off))};
    speeds[{pair.first, pair.second}] = both;
    speeds[{pair.second, pair.first}] = {both[1], both[0]};
  }
  return speeds;
}

/// What is said of each pair by a detector that has not learned from it: that of the fold whose test it is in.
place::PairPredictor unseen(const Drawn& draw, const MakeDetector& make) {
  ByPair<place::PairPrediction> said;
  for (const learn::Fold& fold : draw.folds) {
    std::vector<MeasuredPair> train;
    train.reserve(fold.train.size());
    for (const std::size_t row : fold.train) {
      train.push_back(draw.pairs[row]);
    }
    const place::PairPredictor detector = make(train);
    for (const std::size_t row : fold.test) {
      const auto [first, second, slowdown] = draw.pairs[row];
      said[{first, second}] = said[{second, first}] = detector(first, second);
    }
  }
  return [said](std::size_t kernel, std::size_t other) { return said.at({kernel, other}); };
}

place::PairPredictor measured(const Drawn& draw) {
  ByPair<place::PairPrediction> said;
  for (const MeasuredPair& pair : draw.pairs) {
    said[{pair.first, pair.second}] = said[{pair.second, pair.first}] = {pair.slowdown, pair.interferes()};
  }
  return [said](std::size_t kernel, std::size_t other) { return said.at({kernel, other}); };
}

/// A policy, and who tells it about pairs.
struct Scheduler {
  std::string name;
  place::Round (*start)(std::uint64_t seed);
  place::PairPredictor predict = {};
};

std::vector<Scheduler> schedulers(const Drawn& draw) {
  const auto forest = [&](std::span<const MeasuredPair> train) {
    return learned(draw.profiled, train, bench::options_of(draw));
  };
  const auto means = [&](std::span<const MeasuredPair> train) { return mean_slowdown(draw.profiled, train); };
  std::vector<Scheduler> all{{"serial", place::serial},
                             {"memory-with-compute", place::memory_with_compute},
                             {"random", place::random_gpu},
                             {"first-fit", place::first_fit},
                             {"round-robin", place::round_robin}};
  const std::array<std::pair<const char*, place::PairPredictor>, 6> detectors{
      {{"as measured", measured(draw)},
       {"law, phase by phase", law_by_phases(draw.profiled)},
       {"forest and bagging", unseen(draw, forest)},
       {"mean slowdown", unseen(draw, means)},
       {"same class", same_class(draw.profiled)},
       {"three metrics 40 % similar", similar_metrics(draw.profiled)}}};
  for (const auto& [name, detector] : detectors) {
    all.push_back({fmt::format("interference: {}", name), place::interference, detector});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    all.push_back({fmt::format("least-pair: {}", detectors[i].first), place::least_pair, detectors[i].second});
  }
  return all;
}

/// The numbers 0 … of - 1 in an order that is drawn, or as many of them with repeats.
std::vector<std::size_t> shuffled(std::vector<std::size_t> values, const stats::CounterDraws& draws) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[static_cast<std::size_t>(draws.unit(i) * static_cast<double>(i))]);
  }
  return values;
}

/// By permutation: the jobs, by their kernels.
std::vector<std::vector<std::size_t>> lists_of(const Drawn& draw) {
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t list = 0; list < kLists; ++list) {
    const stats::CounterDraws draws(draw.seed, stats::owner_of("list"), list);
    std::vector<std::size_t> jobs;
    for (std::size_t job = 0; job < kJobs; ++job) {
      jobs.push_back(static_cast<std::size_t>(draws.unit(job) * static_cast<double>(draw.kernels.size())));
    }
    for (std::size_t permutation = 0; permutation < kPermutations; ++permutation) {
      all.push_back(shuffled(jobs, {draw.seed, stats::owner_of("permutation"), list * kPermutations + permutation}));
    }
  }
  return all;
}

/// Turnaround of a scheduler over that of `serial`, mean of all permutations; how often it was the shortest of all.
void print_all(std::span<const Drawn> draws) {
  std::map<std::string, std::vector<double>> turnaround;
  std::vector<std::string> order;
  for (const Drawn& draw : draws) {
    ByPair<std::array<double, 2>> speeds = true_speeds(draw);
    place::PlacingProblem problem;
    problem.gpus.assign(kGpus, 0);
    problem.gpu_kinds.resize(1);
    for (const PhasedKernel& kernel : draw.kernels) {
      problem.gpu_kinds[0].alone.push_back(kernel.alone());
      problem.memory_bound.push_back(kernel.category == Category::memory_bound);
    }
    const double one = 1;
    problem.speeds = [&](std::size_t /*gpu*/, const place::Residents& residents) -> std::span<const double> {
      return residents.kinds.size() == 1 ? std::span(&one, 1)
                                         : std::span<const double>(speeds.at({residents.kinds[0], residents.kinds[1]}));
    };
    const std::vector<Scheduler> all = schedulers(draw);
    for (std::vector<std::size_t>& jobs : lists_of(draw)) {
      problem.kinds = std::move(jobs);
      for (const Scheduler& each : all) {
        problem.gpu_kinds[0].predict = each.predict;
        if (std::find(order.begin(), order.end(), each.name) == order.end()) {
          order.push_back(each.name);
        }
        turnaround[each.name].push_back(place::makespan(place::place(problem, each.start(draw.seed))).count());
      }
    }
  }
  fmt::print("{:42} turnaround s  serial is longer by %\n", "");
  const double serial = stats::mean(turnaround.at("serial"));
  for (const std::string& name : order) {
    const double mean = stats::mean(turnaround.at(name));
    fmt::print("{:42} {:12.2f} {:22.1f}\n", name, mean / 1e3, 100 * (serial / mean - 1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t populations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 6;
  for (const double busy : {0.6, 0.9}) {
    std::vector<Drawn> draws;
    bench::Assumed assumed;
    assumed.population.busy_part = busy;
    for (std::uint64_t seed = 1; seed <= populations; ++seed) {
      draws.push_back(bench::drawn(assumed, seed));
    }
    fmt::print(
        "{} draws of 21 kernels, a phase is busy in {:.0f} %; 10 lists of 20, 10 permutations each, on two GPUs\n",
        populations, 100 * busy);
    print_all(draws);
    fmt::print("\n");
  }
}
