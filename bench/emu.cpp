// What S1 reports of queries beside best-effort work (chapter 5), by this program's model of a server: prints the
// tables of results/emu. usage: emu [QUERIES]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/host/applications.hpp"
#include "sim/host/data_centre.hpp"
#include "sim/host/pair.hpp"
#include "sim/host/queries.hpp"
#include "sim/host/train_predictor.hpp"

namespace {

using namespace warpshop;
using namespace warpshop::host;

constexpr Millis kTarget{150};
constexpr std::uint64_t kSeed = 1;

struct Case {
  const Pair& pair;
  const QueryPredictor& best;
  const QueryPredictor& mlp;
};

struct Method {
  std::string_view name;
  std::function<PairOutcome(const Case&)> outcome;
};

Method emu(std::string_view name, const EmuSettings& settings) {
  return {name, [settings](const Case& its) { return under_emu(its.pair, its.best, settings); }};
}

std::vector<Method> main_methods() {
  return {{"os", [](const Case& its) { return under_os(its.pair, its.pair.processor.all.cores); }},
          {"static-opt", [](const Case& its) { return static_optimum(its.pair, kTarget).outcome; }},
          emu("emu", {}),
          emu("noruntime", {.adjusts_cores = false, .adjusts_ways = false}),
          emu("nocache", {.adjusts_ways = false})};
}

std::vector<Method> variants() {
  return {emu("interval 10 ms", {.interval = Millis{10}}),
          emu("interval 40 ms", {.interval = Millis{40}}),
          {"MLP alone", [](const Case& its) { return under_emu(its.pair, its.mlp, {}); }}};
}

/// By method, query application and best-effort application.
using Outcomes = std::vector<std::vector<PairOutcome>>;

struct Trained {
  QueryPredictor best, mlp;
};

/// By query application.
std::vector<Trained> trained(const QueryAssumptions& assumed) {
  std::vector<Trained> all;
  for (const QueryApplication& application : query_applications()) {
    const TrainedPredictor best = train_predictor({}, application, assumed, kSeed);
    const bool all_mlp = best.duration.taken == Learner::mlp && best.ipc.taken == Learner::mlp;
    all.push_back({best.predictor, all_mlp ? best.predictor
                                           : train_predictor({}, application, assumed, kSeed, Learner::mlp).predictor});
  }
  return all;
}

Outcomes outcomes(const std::vector<Method>& methods, const QueryAssumptions& assumed,
                  const std::vector<Trained>& predictors, std::size_t count) {
  const Processor processor;
  Outcomes found(methods.size());
  for (std::size_t place = 0; place < predictors.size(); ++place) {
    const QueryApplication& application = query_applications()[place];
    const std::vector<Query> queries = drawn_queries(processor, application, assumed, count, kSeed);
    for (const BestEffortApplication& best_effort : best_effort_applications()) {
      const Pair pair{processor, application, assumed, queries, {best_effort}};
      for (std::size_t method = 0; method < methods.size(); ++method) {
        found[method].push_back(methods[method].outcome({pair, predictors[place].best, predictors[place].mlp}));
      }
    }
  }
  return found;
}

struct Summary {
  std::size_t over = 0;    ///< pairs whose p99 is over the target
  double mean = 0;         ///< p99 over the target
  double worst = 0;        ///< the same
  double best_effort = 0;  ///< mean
};

Summary summary_of(const std::vector<PairOutcome>& pairs) {
  Summary summary;
  for (const PairOutcome& pair : pairs) {
    const double part = pair.p99 / kTarget;
    summary.over += part > 1 ? 1 : 0;
    summary.mean += part / static_cast<double>(pairs.size());
    summary.worst = std::max(summary.worst, part);
    summary.best_effort += pair.best_effort / static_cast<double>(pairs.size());
  }
  return summary;
}

void print_summaries(const std::vector<Method>& methods, const Outcomes& found) {
  fmt::print("  {:16}{:>6}{:>8}{:>8}{:>13}\n", "", "over", "mean", "worst", "best effort");
  for (std::size_t method = 0; method < methods.size(); ++method) {
    const Summary summary = summary_of(found[method]);
    fmt::print("  {:16}{:6}{:8.2f}{:8.2f}{:13.3f}\n", methods[method].name, summary.over, summary.mean, summary.worst,
               summary.best_effort);
  }
}

void print_learners() {
  fmt::print("R² of each learner on runs that it has not seen: durations, then IPC\n  {:8}", "");
  for (int target = 0; target < 2; ++target) {
    for (const Learner learner : kLearners) {
      fmt::print("{:>8}", name_of(learner));
    }
    fmt::print("  {:8}", "taken");
  }
  fmt::print("\n");
  for (const QueryApplication& application : query_applications()) {
    const TrainedPredictor trained = train_predictor({}, application, {}, kSeed);
    fmt::print("  {:8}", application.name);
    for (const LearnerScores& scores : {trained.duration, trained.ipc}) {
      for (const double explained : scores.explained) {
        fmt::print("{:8.3f}", explained);
      }
      fmt::print("  {:8}", name_of(scores.taken));
    }
    fmt::print("\n");
  }
}

void print_pairs(const std::vector<Method>& methods, const Outcomes& found) {
  fmt::print("\nPairs: p99 in ms, best-effort work\n  {:12}", "");
  for (const Method& method : methods) {
    fmt::print("{:>15}", method.name);
  }
  fmt::print("\n");
  std::size_t pair = 0;
  for (const QueryApplication& application : query_applications()) {
    for (const BestEffortApplication& best_effort : best_effort_applications()) {
      fmt::print("  {:6}{:6}", application.name, best_effort.name);
      for (std::size_t method = 0; method < methods.size(); ++method) {
        const PairOutcome& outcome = found[method][pair];
        fmt::print("{:9.1f} {:5.3f}", outcome.p99.count(), outcome.best_effort);
      }
      fmt::print("\n");
      ++pair;
    }
  }
}

/// 700 nodes: one job at a time on a node by pairs, and of os all eight at once.
void print_data_centre(const std::vector<Method>& methods, const Outcomes& found, std::size_t count) {
  constexpr std::size_t kNodes = 700;
  const std::size_t applications = query_applications().size();
  const std::span<const BestEffortApplication> all = best_effort_applications();
  const Processor processor;
  const QueryAssumptions assumed;
  fmt::print("\n700 nodes, eight best-effort jobs each\n  os, all eight at once:");
  double sum = 0;
  for (const QueryApplication& application : query_applications()) {
    const std::vector<Query> queries = drawn_queries(processor, application, assumed, count, kSeed);
    const Pair pair{processor, application, assumed, queries, {all.begin(), all.end()}};
    const PairOutcome outcome = under_os(pair, processor.all.cores);
    sum += outcome.best_effort;
    fmt::print(" {} {:.1f}", application.name, outcome.p99 / kTarget);
  }
  fmt::print(" times the target; best effort {:.3f}\n", sum / static_cast<double>(applications));
  for (std::size_t method = 0; method < methods.size(); ++method) {
    std::vector<double> throughputs;
    throughputs.reserve(found[method].size());
    for (const PairOutcome& outcome : found[method]) {
      throughputs.push_back(outcome.best_effort);
    }
    const auto dealt = [&](Dealing dealing) {
      return dealt_throughput(throughputs, applications, kNodes, all.size(), dealing, kSeed);
    };
    fmt::print("  {:16} as jobs come {:.3f}, assigned {:.3f}\n", methods[method].name, dealt(Dealing::as_they_come),
               dealt(Dealing::assigned));
  }
}

struct Variation {
  std::string_view name;
  double QueryAssumptions::*what;
  bool trains;  ///< what predictors learn from depends on it
  std::vector<double> values;
};

void print_ranges(const std::vector<Trained>& usual, std::size_t count) {
  const std::vector<Method> methods = main_methods();
  const std::vector<Variation> variations{
      {"load", &QueryAssumptions::load, false, {0.2, 0.25, 0.3, 0.35, 0.4, 0.45}},
      {"crowding loss", &QueryAssumptions::crowding_loss, false, {0, 0.1, 0.2, 0.3, 0.4}},
      {"phase spread", &QueryAssumptions::phase_spread, true, {0, 0.2, 0.4, 0.6}},
      {"longest", &QueryAssumptions::longest, true, {5, 10, 20}}};
  for (const Variation& variation : variations) {
    for (const double value : variation.values) {
      QueryAssumptions assumed;
      assumed.*variation.what = value;
      fmt::print("\n{} {}, {} queries\n", variation.name, value, count);
      print_summaries(methods, outcomes(methods, assumed, variation.trains ? trained(assumed) : usual, count));
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int arguments, char** argument) {
  const std::size_t count = arguments > 1 ? std::strtoull(argument[1], nullptr, 10) : 8000;
  const std::vector<Method> usual = main_methods();
  const std::vector<Method> others = variants();
  const QueryAssumptions assumed;
  print_learners();
  const std::vector<Trained> predictors = trained(assumed);
  const Outcomes found = outcomes(usual, assumed, predictors, count);
  fmt::print(
      "\n56 pairs, {} queries each, load {}: pairs over the target of 150 ms, p99 over the target, best effort\n",
      count, assumed.load);
  print_summaries(usual, found);
  print_summaries(others, outcomes(others, assumed, predictors, count));
  print_data_centre(usual, found, count);
  print_ranges(predictors, std::max<std::size_t>(1, count / 4));
  print_pairs(usual, found);
}
