#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/host/applications.hpp"
#include "sim/host/query_predictor.hpp"
#include "sim/host/speeds.hpp"

namespace warpshop::host {

/// Who learns; S1 5 leaves out support vectors, which take 200 ms a prediction.
enum class Learner : std::uint8_t { nearest_neighbours, linear, sgd, mlp };
inline constexpr std::array kLearners{Learner::nearest_neighbours, Learner::linear, Learner::sgd, Learner::mlp};
std::string_view name_of(Learner learner);

/// How much of a target each learner explains on the runs that it has not seen (R²), and who is taken for it.
struct LearnerScores {
  std::array<double, kLearners.size()> explained{};  ///< in the order of kLearners
  Learner taken = Learner::nearest_neighbours;       ///< the best, of several the first, unless one is set
};

struct TrainedPredictor {
  QueryPredictor predictor;
  LearnerScores duration;
  LearnerScores ipc;
};

/// How many runs of an application are measured, of which four of five train. Assumed.
inline constexpr std::size_t kMeasuredRuns = 1000;

/// Learns durations and IPC of queries from their size, cores and ways: of runs alone, with sizes evenly up to the
/// longest and any of the settings, each with phases of its own. S1 5: KNN (K = 5, of features brought to one scale),
/// linear, SGD or MLP, each target's best by R² on the test runs. With `only` that learner, for both.
TrainedPredictor train_predictor(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::uint64_t seed);
TrainedPredictor train_predictor(const Processor& processor, const QueryApplication& application,
                                 const QueryAssumptions& assumed, std::uint64_t seed, Learner only);

}  // namespace warpshop::host
