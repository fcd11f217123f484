// What learning is worth for S2's question, who interferes with whom: prints results/placement/learning.txt.
// usage: interference_learning [POPULATIONS]
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/interference_draws.hpp"
#include "sim/learn/folds.hpp"
#include "sim/stats/mean.hpp"
#include "sim/study/interference/detectors.hpp"
#include "sim/study/interference/judged_detector.hpp"
#include "sim/study/interference/profiled_kernels.hpp"
#include "sim/study/interference/s2_kernels.hpp"

namespace {

using namespace warpshop;
using namespace warpshop::study;
using bench::Assumed;
using bench::Drawn;
using bench::drawn;
using bench::kFolds;
using bench::options_of;

/// A detector that has nothing to learn, on the same pairs as the others.
DetectorScore fixed(const Drawn& draw, const place::PairPredictor& detector) {
  return judged_detector(draw.pairs, draw.folds, [&](std::span<const MeasuredPair> /*train*/) { return detector; });
}
DetectorScore learning(const Drawn& draw, std::span<const learn::Fold> folds, const LearningOptions& options) {
  return judged_detector(draw.pairs, folds,
                         [&](std::span<const MeasuredPair> train) { return learned(draw.profiled, train, options); });
}

DetectorScore by_law(const Drawn& draw) {
  return fixed(draw, law_by_phases(draw.profiled));
}
DetectorScore by_means(const Drawn& draw) {
  return fixed(draw, law_on_means(draw.profiled));
}
DetectorScore by_forest(const Drawn& draw) {
  return learning(draw, draw.folds, options_of(draw));
}
DetectorScore by_forest_without_copies(const Drawn& draw) {
  LearningOptions options = options_of(draw);
  options.oversample = false;
  return learning(draw, draw.folds, options);
}
DetectorScore by_forest_of_few(const Drawn& draw) {
  LearningOptions options = options_of(draw);
  options.eliminate = true;
  return learning(draw, draw.folds, options);
}
DetectorScore by_forest_of_means(const Drawn& draw) {
  LearningOptions options = options_of(draw);
  options.lags = Lags::none;
  return learning(draw, draw.folds, options);
}
DetectorScore by_forest_all_lags(const Drawn& draw) {
  LearningOptions options = options_of(draw);
  options.lags = Lags::all;
  return learning(draw, draw.folds, options);
}
DetectorScore by_forest_of_others(const Drawn& draw) {
  return learning(draw, leave_applications_out(draw.pairs, draw.kernels), options_of(draw));
}
DetectorScore law_of_others(const Drawn& draw) {
  place::PairPredictor law = law_by_phases(draw.profiled);
  return judged_detector(draw.pairs, leave_applications_out(draw.pairs, draw.kernels),
                         [&](std::span<const MeasuredPair> /*train*/) { return law; });
}
DetectorScore by_copies(const Drawn& draw) {
  LearningOptions options = options_of(draw);
  options.oversample = false;
  const std::vector<MeasuredPair> copied = copied_before(draw.pairs, draw.seed);
  return judged_detector(copied, learn::stratified_folds(labels_of(copied), kFolds, draw.seed),
                         [&](std::span<const MeasuredPair> train) { return learned(draw.profiled, train, options); });
}
DetectorScore by_corrected_law(const Drawn& draw) {
  return judged_detector(draw.pairs, draw.folds, [&](std::span<const MeasuredPair> train) {
    return corrected_law(draw.profiled, train, options_of(draw));
  });
}
DetectorScore by_class(const Drawn& draw) {
  return fixed(draw, same_class(draw.profiled));
}
DetectorScore by_metrics(const Drawn& draw) {
  return fixed(draw, similar_metrics(draw.profiled));
}
DetectorScore by_mean_slowdown(const Drawn& draw) {
  return judged_detector(draw.pairs, draw.folds,
                         [&](std::span<const MeasuredPair> train) { return mean_slowdown(draw.profiled, train); });
}
DetectorScore always_zero(const Drawn& draw) {
  return fixed(draw, [](std::size_t /*kernel*/, std::size_t /*other*/) {
    return place::PairPrediction{.slowdown = 1, .interferes = false};
  });
}

using Judge = DetectorScore (*)(const Drawn&);
struct Row {
  std::string_view name;
  Judge judge;
  std::string_view printed = {};
};

struct Summary {
  DetectorScore all;
  double error = 0;  ///< standard error of the accuracy, over the draws
};

Summary over(const std::vector<Drawn>& draws, Judge judge) {
  Summary summary;
  std::vector<double> accuracies;
  for (const Drawn& draw : draws) {
    const DetectorScore score = judge(draw);
    accuracies.push_back(score.labels.accuracy());
    summary.all.add(score);
  }
  const double mean = stats::mean(accuracies);
  const auto count = static_cast<double>(draws.size());
  for (const double accuracy : accuracies) {
    summary.error += (accuracy - mean) * (accuracy - mean) / (count * std::max(count - 1, 1.0));
  }
  summary.error = std::sqrt(summary.error);
  return summary;
}

std::vector<Drawn> draws_of(const Assumed& assumed, std::uint64_t populations) {
  std::vector<Drawn> draws;
  for (std::uint64_t seed = 1; seed <= populations; ++seed) {
    draws.push_back(drawn(assumed, seed));
  }
  return draws;
}

double interfering(const std::vector<Drawn>& draws) {
  double ones = 0;
  double all = 0;
  for (const Drawn& draw : draws) {
    for (const MeasuredPair& pair : draw.pairs) {
      ones += pair.interferes() ? 1 : 0;
      all += 1;
    }
  }
  return ones / all;
}

void print_all(const std::vector<Drawn>& draws) {
  const std::vector<Row> rows{{"always 0", always_zero},
                              {"law, phase by phase", by_law, "prototype 92.4"},
                              {"law, on means of the series", by_means},
                              {"forest and bagging", by_forest, "prototype 90.2; S2 96.9, F 97 and 98.9, MSE 0.229"},
                              {"  no copies", by_forest_without_copies},
                              {"  features by elimination", by_forest_of_few},
                              {"  on means of the series", by_forest_of_means},
                              {"  all lags", by_forest_all_lags},
                              {"  copies before the folds", by_copies, "2 to 5 points above copies inside"},
                              {"  whole applications left out", by_forest_of_others, "prototype 88.2"},
                              {"law, on the same tests", law_of_others},
                              {"law, corrected by bagging", by_corrected_law, "prototype: no gain"},
                              {"mean slowdown", by_mean_slowdown},
                              {"same class", by_class},
                              {"three metrics 40 % similar", by_metrics}};
  fmt::print("{:32} accuracy    ±   F of 0   F of 1      MSE   printed\n", "");
  for (const Row& row : rows) {
    const auto [score, error] = over(draws, row.judge);
    fmt::print("{:32} {:8.1f} {:4.1f} {:8.1f} {:8.1f} {:8.4f}   {}\n", row.name, 100 * score.labels.accuracy(),
               100 * error, 100 * score.labels.f_of_zeros(), 100 * score.labels.f_of_ones(), score.mse(), row.printed);
    std::fflush(stdout);
  }
}

/// Bagging as S2 judges it: each pair by all others, which share both its kernels.
void print_leave_one_out(const Drawn& draw) {
  const DetectorScore score = judged_detector(
      draw.pairs, learn::leave_one_out(draw.pairs.size()),
      [&](std::span<const MeasuredPair> train) { return learned(draw.profiled, train, options_of(draw)); });
  fmt::print("\nThe first draw, each pair left out by itself: bagging MSE {:.4f} (S2 prints 0.229), law {:.4f}\n",
             score.mse(), by_law(draw).mse());
}

struct Case {
  std::string name;
  std::function<void(Assumed&)> change;
};

void print_range(std::uint64_t populations) {
  const std::vector<Case> cases{{"as above", [](Assumed& /*is*/) {}},
                                {"a phase is busy in 30 %", [](Assumed& is) { is.population.busy_part = 0.3; }},
                                {"a phase is busy in 90 %", [](Assumed& is) { is.population.busy_part = 0.9; }},
                                {"busy use 0.75", [](Assumed& is) { is.population.busy_use = 0.75; }},
                                {"light use 0.1", [](Assumed& is) { is.population.light_use = 0.1; }},
                                {"an SM reaches 15 % of DRAM", [](Assumed& is) { is.population.dram_of_an_sm = 0.15; }},
                                {"an SM reaches 60 % of DRAM", [](Assumed& is) { is.population.dram_of_an_sm = 0.6; }},
                                {"the law is exact", [](Assumed& is) { is.measuring.law_error = 0; }},
                                {"the law is off by 12 %", [](Assumed& is) { is.measuring.law_error = 0.12; }},
                                {"the law is off by 25 %", [](Assumed& is) { is.measuring.law_error = 0.25; }},
                                {"runs are off by 15 %", [](Assumed& is) { is.measuring.run_noise = 0.15; }},
                                {"means are off by 11 %", [](Assumed& is) { is.profiler.mean_error = 0.11 / 0.8; }}};
  fmt::print(
      "\nAccuracy over what is assumed; {} draws each\n{:32} label 1      law  on means   forest  on means  "
      "applications out  copies before\n",
      populations, "");
  for (const Case& each : cases) {
    Assumed assumed;
    each.change(assumed);
    const std::vector<Drawn> draws = draws_of(assumed, populations);
    const auto accuracy = [&](Judge judge) { return 100 * over(draws, judge).all.labels.accuracy(); };
    fmt::print("{:32} {:7.1f} {:8.1f} {:9.1f} {:8.1f} {:9.1f} {:17.1f} {:14.1f}\n", each.name, 100 * interfering(draws),
               accuracy(by_law), accuracy(by_means), accuracy(by_forest), accuracy(by_forest_of_means),
               accuracy(by_forest_of_others), accuracy(by_copies));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t populations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 6;
  const std::uint64_t of_range = (populations + 1) / 2;
  const Assumed assumed;
  const std::vector<Drawn> draws = draws_of(assumed, populations);
  fmt::print(
      "S2's detectors on simulated kernels: 21 kernels, 231 pairs, {} draws of what is assumed of them.\n"
      "Label 1: one of the two slows down by more than 20 %; {:.1f} % of the pairs. Five folds; copies of the\n"
      "rarer label inside the training pairs alone, unless it says otherwise. Per cent; MSE of the slowdown.\n"
      "±: standard error of the accuracy, over the draws.\n\n",
      populations, 100 * interfering(draws));
  print_all(draws);
  print_leave_one_out(draws.front());
  print_range(of_range);
}
