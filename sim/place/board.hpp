#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "sim/place/placing_problem.hpp"
#include "sim/place/shared_gpu.hpp"

namespace warpshop::place {

/// What a policy sees in a round, and moves.
class Board {
 public:
  /// Keeps a reference.
  explicit Board(const PlacingProblem& problem);

  const PlacingProblem& problem() const { return *problem_; }
  /// Jobs that have been released and not been started, in their order.
  const std::vector<std::size_t>& waiting() const { return waiting_; }
  std::size_t gpus() const { return gpus_.size(); }
  const std::vector<std::size_t>& on(std::size_t gpu) const { return gpus_[gpu].jobs(); }
  /// Whether a place is free there, and the memory.
  bool fits(std::size_t job, std::size_t gpu) const { return gpus_[gpu].has_place_for(job); }
  bool any_place() const;
  /// Whether it fits anywhere.
  bool fits(std::size_t job) const;
  /// The job starts there. It waits, and fits.
  void start(std::size_t job, std::size_t gpu);

  /// What is predicted of a job beside those that are on a GPU: of all pairs the largest slowdown, and label 1 if one
  /// of them has it. Beside nobody 1 and label 0.
  PairPrediction predict(std::size_t job, std::size_t gpu) const;

 private:
  friend Placement place(const PlacingProblem& problem, const std::function<void(Board&)>& round);

  const PlacingProblem* problem_;
  std::vector<SharedGpu> gpus_;
  std::vector<std::size_t> waiting_;
  Placement placement_;
  Millis now_{0};
};

/// What a policy does when a job has ended or was released, and at the start: it starts jobs that wait, or none.
using Round = std::function<void(Board&)>;

/// Every job fits one of the GPUs while that is idle. Throws std::logic_error: a round leaves all GPUs idle while jobs
/// wait and no other will come, or starts what does not fit.
Placement place(const PlacingProblem& problem, const Round& round);

/// For each job that waits, in order, as long as a place is free anywhere: the GPU that `choose` answers, if any
/// (std::optional).
template <class Choose>
void each_waiting(Board& board, const Choose& choose) {
  const std::vector<std::size_t> waiting = board.waiting();
  for (const std::size_t job : waiting) {
    if (!board.any_place()) {
      return;
    }
    if (const auto gpu = choose(job)) {
      board.start(job, *gpu);
    }
  }
}

}  // namespace warpshop::place
