// What S5 reports of ways to share a GPU (chapters 4 and 5), by this program's model of its Titan X: prints the tables
// of results/co-execution. usage: co_execution [STARTS]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/share/fairness_walk.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"
#include "sim/stats/mean.hpp"
#include "sim/stats/median.hpp"
#include "sim/study/kernel_pairs.hpp"
#include "sim/study/problem.hpp"

namespace {

using namespace warpshop;

const std::vector<std::string> kMemoryBound{"bs", "cconv", "hst256", "rconv", "red", "spmv", "va"};
const std::vector<std::string> kComputeBound{"gcedd", "hcedd", "mm", "ncedd", "pf", "scedd"};

/// So many elements that a kernel takes that long alone.
std::int64_t elements_for(const Device& device, const std::string& kernel, Millis time) {
  const KernelModel& model = device.kernels.at(kernel);
  return static_cast<std::int64_t>((time - *model.invocation) / *model.per_element);
}

/// Kernels without copies, in that order, each as long as `time` says, or as S5 prints.
Instance kernels_alone(const Device& device, const std::vector<std::string>& kernels, const std::vector<Millis>& times,
                       const std::vector<double>& weights = {}) {
  Workload workload;
  workload.name = "kernels";
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Task task;
    task.name = kernels[i] + std::to_string(i);
    task.kernel = KernelSpec{.work = KernelCall{kernels[i], elements_for(device, kernels[i], times[i])}, .mark = {}};
    task.weight = weights.empty() ? 1 : weights[i];
    workload.tasks.push_back(task);
  }
  study::Problem problem = study::make_problem(workload, device);
  study::prepare_sharing(problem, std::span(&device, 1));
  return problem.fleet.devices.front();
}

Plan plan_by(const std::string& policy, const Instance& instance, const std::vector<double>& numbers) {
  const Policy& way = *find_in(share::policies(), policy);
  return way.plan(instance, {.settings = way.settings(numbers)}).plan;
}

Timeline by(const std::string& policy, const Instance& instance, const std::vector<double>& numbers = {}) {
  return evaluate::timeline(instance, plan_by(policy, instance, numbers));
}

/// Normalised progress of two kernels while both run: time alone of what they do / time.
std::array<double, 2> progress_together(const Instance& instance, const Timeline& timeline) {
  Millis begin{0};
  Millis end = timeline.makespan;
  for (const Interval& each : timeline.intervals) {
    begin = std::max(begin, each.start);
    end = std::min(end, each.end);
  }
  std::array<double, 2> np{};
  for (const Residency& held : timeline.residencies) {
    const Millis within = std::min(held.end, end) - std::max(held.start, begin);
    if (within > Millis{0}) {
      const double done = held.subtasks * (within / (held.end - held.start));
      np[held.task] += done / static_cast<double>(instance.work[held.task].subtasks) *
                       (instance.jobs[held.task].kernel / (end - begin));
    }
  }
  return np;
}

void flexsched_against_all(const Device& device) {
  std::vector<double> lost;
  std::vector<double> cost;
  for (const KernelPair& pair : study::pair_table(device, {}).pairs) {
    lost.push_back(1 - pair.configurations[pair.flexsched->found].stp() / pair.best().stp());
    cost.push_back(pair.flexsched->cost);
  }
  fmt::print(
      "flexsched against the best configuration, {} pairs: {:.2f} % worse on average, at most {:.1f} %; profiling "
      "costs {:.3f} (mean), {:.3f} (median)\n",
      lost.size(), 100 * stats::mean(lost), 100 * *std::max_element(lost.begin(), lost.end()), stats::mean(cost),
      stats::median(cost));
}

void random_starts(const Device& device, int starts) {
  std::vector<std::string> kernels = kMemoryBound;
  kernels.insert(kernels.end(), kComputeBound.begin(), kComputeBound.end());
  const std::vector<std::pair<std::string, double>> printed{
      {"hst256", 4.18}, {"bs", 4.47},    {"va", 7.24},    {"spmv", 10.60}, {"red", 5.05},
      {"cconv", 1.60},  {"rconv", 1.45}, {"gcedd", 5.26}, {"scedd", 9.65}, {"ncedd", 7.10},
      {"hcedd", 2.15},  {"pf", 6.77},    {"mm", 10.38}};
  std::vector<Millis> times;
  for (const std::string& kernel : kernels) {
    times.emplace_back(
        std::find_if(printed.begin(), printed.end(), [&](const auto& each) { return each.first == kernel; })->second);
  }
  const Instance instance = kernels_alone(device, kernels, times);
  Plan leftover = plan_by("leftover", instance, {});
  Plan flexsched = plan_by("flexsched", instance, {});
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same starts everywhere
  std::vector<double> gains;
  for (int start = 0; start < starts; ++start) {
    std::shuffle(leftover.order.begin(), leftover.order.end(), random);
    flexsched.order = leftover.order;
    gains.push_back(evaluate::makespan(instance, leftover) / evaluate::makespan(instance, flexsched));
  }
  fmt::print("flexsched over leftover, 13 kernels, {} random starts: {:.3f} (mean), {:.3f} to {:.3f}\n", starts,
             stats::mean(gains), *std::min_element(gains.begin(), gains.end()),
             *std::max_element(gains.begin(), gains.end()));
}

/// The numbers of the split of the largest STP by the law, as users set them; of flexsched none.
std::vector<double> largest_stp(const std::string& policy, const Instance& instance) {
  constexpr double kLargest = 1;
  if (policy == "smt") {
    const auto best = share::best_split(instance, 0, 1, share::sm_splits(instance, 0, 1), {}, kLargest);
    return {static_cast<double>(best.first.front().sms)};
  }
  if (policy == "flexsched") {
    return {};
  }
  const auto best = share::best_split(instance, 0, 1, share::cta_splits(instance, 0, 1),
                                      *plan_by(policy, instance, {}).share, kLargest);
  return {static_cast<double>(best.first.front().ctas), static_cast<double>(best.second.front().ctas)};
}

void smk_and_slicing(const Device& device) {
  for (const std::string policy : {"smk", "slicing", "flexsched", "smt"}) {
    std::vector<double> stp;
    for (const std::string& computes : kComputeBound) {
      for (const std::string& loads : kMemoryBound) {
        const Instance instance = kernels_alone(device, {computes, loads}, {Millis{50}, Millis{50}});
        const auto np = progress_together(instance, by(policy, instance, largest_stp(policy, instance)));
        stp.push_back(np[0] + np[1]);
      }
    }
    fmt::print("{}: STP over {} pairs {:.3f} (mean), {:.2f} to {:.2f}\n", policy, stp.size(), stats::mean(stp),
               *std::min_element(stp.begin(), stp.end()), *std::max_element(stp.begin(), stp.end()));
  }
}

/// Canny keeps 1 - slowdown of its speed: what it keeps, and what the other one gets.
void latency(const Device& device) {
  fmt::print("flexsched-latency, gcedd of 50 ms beside others: its progress, and theirs, for a slowdown of at most\n");
  const std::vector<double> slowdowns{0.5, 0.4, 0.3, 0.2, 0.1};
  for (const std::string other : {"mm", "va", "bs", "red", "pf", "hst256"}) {
    fmt::print("  {:6}", other);
    for (const double slowdown : slowdowns) {
      const Instance instance = kernels_alone(device, {other, "gcedd"}, {Millis{100}, Millis{50}}, {1, 2});
      const auto np = progress_together(instance, by("flexsched-latency", instance, {slowdown, 0.3}));
      fmt::print("  {:.1f}: {:.3f} {:.3f}", slowdown, np[1], np[0]);
    }
    fmt::print("\n");
  }
}

struct ModelErrors {
  std::vector<double> np, fairness, stp, antt, probes, reached;
};

double fairness(double a, double b) {
  return std::min(a, b) / std::max(a, b);
}

void fair_models(const Device& device) {
  const std::vector<KernelPair> pairs = study::pair_table(device, {}).pairs;
  for (const auto model : {share::FairnessWalk::Model::hsm, share::FairnessWalk::Model::hpsm}) {
    ModelErrors errors;
    std::vector<double> even;
    for (const KernelPair& pair : pairs) {
      const auto computes = [&](std::size_t side) {
        return std::find(kComputeBound.begin(), kComputeBound.end(), pair.kernels[side]) != kComputeBound.end();
      };
      if (computes(0) == computes(1)) {
        continue;
      }
      const std::size_t cb = computes(0) ? 0 : 1;
      const std::size_t n = pair.configurations.size() + 1;
      const auto at = [&](std::size_t units) {  // of the compute-bound kernel
        return pair.configurations[cb == 0 ? units - 1 : n - 1 - units].np;
      };
      share::FairnessWalk walk(model, n);
      while (!walk.done()) {
        const auto np = at(walk.position());
        walk.measured(np[cb], np[1 - cb]);
      }
      const auto stays = std::find_if(walk.probes().begin(), walk.probes().end(),
                                      [&](const auto& probe) { return probe.units == walk.position(); });
      const auto np = at(walk.position());
      const double own = np[cb];
      const double other = np[1 - cb];
      errors.np.push_back(std::abs(stays->compute / own - 1));
      errors.fairness.push_back(std::abs(stays->fairness() / fairness(own, other) - 1));
      errors.stp.push_back(std::abs((stays->compute + stays->memory) / (own + other) - 1));
      errors.antt.push_back(std::abs((1 / stays->compute + 1 / stays->memory) / (1 / own + 1 / other) - 1));
      errors.probes.push_back(static_cast<double>(walk.probes().size()));
      errors.reached.push_back(fairness(own, other));
      const auto half = at(n / 2);
      even.push_back(fairness(half[0], half[1]));
    }
    fmt::print(
        "{}: median error of NP {:.1f} %, of fairness {:.1f} %, of STP {:.1f} %, of ANTT {:.1f} %; {:.2f} probes; "
        "fairness {:.3f}, {:.2f} times that of the even split ({} pairs)\n",
        model == share::FairnessWalk::Model::hsm ? "hsm-fair" : "hpsm-fair", 100 * stats::median(errors.np),
        100 * stats::median(errors.fairness), 100 * stats::median(errors.stp), 100 * stats::median(errors.antt),
        stats::mean(errors.probes), stats::mean(errors.reached), stats::mean(errors.reached) / stats::mean(even),
        errors.np.size());
  }
}

}  // namespace

int main(int count, char** arguments) {
  const Device device = files::find_device("titanx");
  flexsched_against_all(device);
  smk_and_slicing(device);
  latency(device);
  fair_models(device);
  random_starts(device, count > 1 ? std::atoi(arguments[1]) : 1000);
  return 0;
}
