#include "sim/split/compare_splits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpshop::split {
namespace {

/// The one of median length of several.
SplitRun median_run(std::vector<SplitRun> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](const SplitRun& a, const SplitRun& b) { return a.total() < b.total(); });
  return std::move(*middle);
}

/// By the model; where its times are drawn, the run of median length of several.
SplitRun predicted(const SplitPolicy& policy, const SplitProblem& problem) {
  std::vector<SplitRun> runs;
  const std::size_t draws = problem.noise.deviation > 0 ? kNoiseDraws : 1;
  runs.reserve(draws);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    Noise noise = problem.noise;
    noise.seed += draw;
    runs.push_back(run(policy, problem.iterations, problem.settings, simulated(problem.cpu, problem.gpu, noise)));
  }
  return median_run(std::move(runs));
}

/// What the policy takes at both ends of an assumed rate of the CPU, and as assumed: the least, and the most.
std::array<Millis, 2> range_of(const SplitPolicy& policy, const SplitProblem& problem, Millis as_assumed) {
  std::array<Millis, 2> ends{as_assumed, as_assumed};
  for (const double factor : {kCpuRateFactor.high, kCpuRateFactor.low}) {
    SplitProblem other = problem;
    other.cpu.per_thread.value *= factor;
    const Millis total = predicted(policy, other).total();
    ends = {std::min(ends[0], total), std::max(ends[1], total)};
  }
  return ends;
}

void best_first(std::vector<SplitResult>& results) {
  std::stable_sort(results.begin(), results.end(),
                   [](const SplitResult& a, const SplitResult& b) { return a.total() < b.total(); });
}

}  // namespace

void predict(const SplitProblem& problem, std::span<const SplitPolicy* const> policies, SplitComparison& comparison) {
  comparison.predicted_alone = {problem.cpu.time(problem.iterations), problem.gpu(problem.iterations)};
  comparison.best = best_split(problem.iterations, problem.cpu, problem.gpu);
  for (const SplitPolicy* policy : policies) {
    SplitResult result{.policy = std::string(policy->name), .predicted = predicted(*policy, problem)};
    if (problem.cpu_assumed) {
      result.range = range_of(*policy, problem, result.predicted.total());
    }
    comparison.policies.push_back(std::move(result));
  }
  best_first(comparison.policies);
}

void measure(const SplitProblem& problem, const Machine& machine, unsigned repeats, SplitComparison& comparison) {
  const auto median = [&](const auto& once) {
    std::vector<SplitRun> runs;
    std::generate_n(std::back_inserter(runs), repeats, once);
    return median_run(std::move(runs));
  };
  const auto alone = [&](const SplitParts& parts) {
    return median([&] { return SplitRun{{{.parts = parts, .times = machine(parts)}}}; }).total();
  };
  comparison.measured_alone = {alone({.cpu = problem.iterations, .gpu = 0}),
                               alone({.cpu = 0, .gpu = problem.iterations})};
  for (SplitResult& result : comparison.policies) {
    const SplitPolicy& policy = *find_split_policy(result.policy);
    result.measured = median([&] { return run(policy, problem.iterations, problem.settings, machine); });
  }
  best_first(comparison.policies);
}

}  // namespace warpshop::split
