#include "sim/split/compare_splits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpshop::split {
namespace {

Machine machine_of(const SplitProblem& problem) {
  return simulated(problem.cpu, problem.gpu, problem.noise);
}

/// What the policy takes at both ends of an assumed rate of the CPU, the least first.
std::array<Millis, 2> range_of(const SplitPolicy& policy, SplitProblem problem) {
  std::array<Millis, 2> ends{};
  for (std::size_t end = 0; end < ends.size(); ++end) {
    SplitProblem other = problem;
    other.cpu.per_thread.value *= kThreadsOfAnSm / kThreadsOfAnSmRange[end];
    ends[end] = run(policy, other.iterations, other.settings, machine_of(other)).total();
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

void best_first(std::vector<SplitResult>& results) {
  std::stable_sort(results.begin(), results.end(),
                   [](const SplitResult& a, const SplitResult& b) { return a.total() < b.total(); });
}

/// The one of median length of several.
SplitRun median_run(std::vector<SplitRun> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](const SplitRun& a, const SplitRun& b) { return a.total() < b.total(); });
  return std::move(*middle);
}

}  // namespace

void predict(const SplitProblem& problem, std::span<const SplitPolicy* const> policies, SplitComparison& comparison) {
  comparison.predicted_alone = {problem.cpu.time(problem.iterations), problem.gpu(problem.iterations)};
  comparison.best = best_split(problem.iterations, problem.cpu, problem.gpu);
  for (const SplitPolicy* policy : policies) {
    SplitResult result{.policy = std::string(policy->name),
                       .predicted = run(*policy, problem.iterations, problem.settings, machine_of(problem))};
    if (problem.cpu_assumed) {
      result.range = range_of(*policy, problem);
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
