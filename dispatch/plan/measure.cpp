#include "dispatch/plan/measure.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "sim/model/rough_time.hpp"

namespace warpshop::dispatch {
namespace {

/// Those that have not been repeated often enough.
std::vector<std::size_t> unfinished(const std::vector<std::vector<double>>& samples, const stats::StopRule& rule) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].empty() || !rule.done(samples[i])) {
      left.push_back(i);
    }
  }
  return left;
}

}  // namespace

Contestant contestant(Runner& runner, const Plan& plan) {
  return [&](Check check) { return runner.run(plan, check); };
}

Measurements measure(std::span<const Contestant> contestants, const MeasureOptions& options,
                     const OnRepetition& on_repetition) {
  Measurements measurements;
  measurements.makespans.resize(contestants.size());
  std::vector<std::vector<double>> samples(contestants.size());
  std::set<std::size_t> wrong;
  const auto begin = std::chrono::steady_clock::now();
  std::size_t runs = 0;
  for (std::size_t round = 0;; ++round) {
    std::vector<std::size_t> turn = unfinished(samples, options.rule);
    if (turn.empty()) {
      break;
    }
    // Nobody always runs after the same one.
    std::rotate(turn.begin(), turn.begin() + static_cast<std::ptrdiff_t>(round % turn.size()), turn.end());
    for (std::size_t place = 0; place < turn.size(); ++place) {
      if (options.stopped()) {
        measurements.complete = false;
        return measurements;
      }
      std::string time_left;  // if no rule ends one early
      if (runs > 0) {
        const std::size_t left = turn.size() * (options.warm_up + options.rule.max_samples - round) - place;
        const Millis so_far = std::chrono::steady_clock::now() - begin;
        time_left =
            fmt::format(", {} left at most", rough(so_far / static_cast<double>(runs) * static_cast<double>(left)));
      }
      ++runs;
      options.progress(fmt::format("round {}, {} of {} left{}", round + 1, turn.size(), contestants.size(), time_left));
      const std::size_t i = turn[place];
      const Repetition repetition = contestants[i](round == 0 ? options.check(i) : Check::no);
      wrong.insert(repetition.wrong.begin(), repetition.wrong.end());
      if (round >= options.warm_up) {
        samples[i].push_back(repetition.timeline.makespan.count());
        measurements.makespans[i].push_back(repetition.timeline.makespan);
        on_repetition(i, repetition);
      }
    }
  }
  measurements.wrong.assign(wrong.begin(), wrong.end());
  return measurements;
}

}  // namespace warpshop::dispatch
