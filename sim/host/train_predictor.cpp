#include "sim/host/train_predictor.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/host/queries.hpp"
#include "sim/learn/explained.hpp"
#include "sim/learn/linear.hpp"
#include "sim/learn/mlp.hpp"
#include "sim/learn/nearest_neighbours.hpp"
#include "sim/learn/sgd.hpp"
#include "sim/learn/table.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::host {
namespace {

using Features = std::array<double, 3>;

Features features_of(double size, ProcessorPart grant) {
  return {size, static_cast<double>(grant.cores), static_cast<double>(grant.ways)};
}

struct Measured {
  learn::Table durations{.features = Features{}.size()};  ///< in ms
  learn::Table ipcs{.features = Features{}.size()};
};

Measured measured_runs(const Processor& processor, const QueryApplication& application, const QueryAssumptions& assumed,
                       std::uint64_t seed) {
  enum : std::uint64_t { kSizes = 100, kCores, kWays, kPhasesOfThem };  // none of drawn_queries()
  const std::uint64_t owner = stats::owner_of(application.name);
  const stats::CounterDraws sizes(seed, owner, kSizes);
  const stats::CounterDraws cores(seed, owner, kCores);
  const stats::CounterDraws ways(seed, owner, kWays);
  const stats::CounterDraws phases(seed, owner, kPhasesOfThem);
  Measured measured;
  for (std::uint64_t run = 0; run < kMeasuredRuns; ++run) {
    const ProcessorPart grant{1 + static_cast<int>(cores.unit(run) * processor.all.cores),
                              1 + static_cast<int>(ways.unit(run) * processor.all.ways)};
    const Query query{.size = assumed.longest * (1 - sizes.unit(run)), .phases = drawn_phases(assumed, phases, run)};
    const Millis duration = alone(processor, application, query, grant);
    const Features features = features_of(query.size, grant);
    measured.durations.add(features, duration.count());
    measured.ipcs.add(features, work_of(application, query.size) / duration);
  }
  return measured;
}

learn::Table rows_between(const learn::Table& table, std::size_t first, std::size_t end) {
  std::vector<std::size_t> rows(end - first);
  std::iota(rows.begin(), rows.end(), first);
  return learn::rows_of(table, rows);
}

learn::Regressor learned(Learner learner, const learn::Table& table, std::uint64_t seed) {
  constexpr std::size_t kNeighbours = 5;
  switch (learner) {
    case Learner::nearest_neighbours: {
      learn::Scaling scaling = learn::scaling_of(table);
      learn::Regressor nearest = learn::nearest_neighbours_regressor(scaling.scaled(table), kNeighbours);
      return [scaling = std::move(scaling), nearest = std::move(nearest)](std::span<const double> row) {
        return nearest(scaling.scaled(row));
      };
    }
    case Learner::linear:
      return learn::linear_regressor(table);
    case Learner::sgd:
      return learn::sgd_regressor(table, seed);
    case Learner::mlp:
      break;
  }
  return learn::mlp_regressor(table, seed);
}

/// The learner of a target, and how all of them did.
std::pair<learn::Regressor, LearnerScores> best_of(const learn::Table& runs, std::uint64_t seed,
                                                   std::optional<Learner> only) {
  const std::size_t training = runs.rows() * 4 / 5;
  const learn::Table seen = rows_between(runs, 0, training);
  const learn::Table unseen = rows_between(runs, training, runs.rows());
  LearnerScores scores;
  std::vector<learn::Regressor> regressors;
  regressors.reserve(kLearners.size());
  for (std::size_t place = 0; place < kLearners.size(); ++place) {
    regressors.push_back(learned(kLearners[place], seen, seed));
    scores.explained[place] = learn::explained(regressors.back(), unseen);
  }
  const auto best = std::max_element(scores.explained.begin(), scores.explained.end());
  const auto place = static_cast<std::size_t>(std::distance(scores.explained.begin(), best));
  scores.taken = only.value_or(kLearners[place]);
  return {regressors[static_cast<std::size_t>(scores.taken)], scores};
}

TrainedPredictor trained(const Processor& processor, const QueryApplication& application,
                         const QueryAssumptions& assumed, std::uint64_t seed, std::optional<Learner> only) {
  const Measured measured = measured_runs(processor, application, assumed, seed);
  auto [duration, duration_scores] = best_of(measured.durations, seed, only);
  auto [ipc, ipc_scores] = best_of(measured.ipcs, seed, only);
  return {.predictor = {.duration =
                            [learner = std::move(duration)](double size, ProcessorPart grant) {
                              return Millis{std::max(0.0, learner(features_of(size, grant)))};
                            },
                        .ipc = [learner = std::move(ipc)](
                                   double size,
                                   ProcessorPart grant) { return std::max(0.0, learner(features_of(size, grant))); }},
          .duration = duration_scores,
          .ipc = ipc_scores};
}

}  // namespace

std::string_view name_of(Learner learner) {
  switch (learner) {
    case Learner::nearest_neighbours:
      return "KNN";
    case Learner::linear:
      return "linear";
    case Learner::sgd:
      return "SGD";
    case Learner::mlp:
      break;
  }
  return "MLP";
}

TrainedPredictor train_predictor(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::uint64_t seed) {
  return trained(processor, application, assumed, seed, std::nullopt);
}

TrainedPredictor train_predictor(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::uint64_t seed, Learner only) {
  return trained(processor, application, assumed, seed, only);
}

}  // namespace warpshop::host
