#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/place/placing_problem.hpp"

namespace warpshop::place {

/// The jobs on a GPU as time goes on: speeds are constant from one change of who is there to the next.
class SharedGpu {
 public:
  /// Keeps a reference.
  SharedGpu(const PlacingProblem& problem, std::size_t gpu) : problem_(&problem), gpu_(gpu) {}

  /// In the order in which they came.
  const std::vector<std::size_t>& jobs() const { return jobs_; }
  bool has_place_for(std::size_t job) const {
    return jobs_.size() < problem_->at_most && problem_->has_room(gpu_, job, held_);
  }
  bool has_place() const { return jobs_.size() < problem_->at_most; }
  /// When the next of its jobs ends if nobody comes; nothing: there is none.
  std::optional<Millis> next_end() const { return next_end_; }

  /// now: not before what it was told last, nor beyond next_end().
  void start(std::size_t job, Millis now);
  /// Those that end now, or at what counts as the same instant, leave.
  std::vector<std::size_t> take_ended(Millis now);

 private:
  void go_to(Millis now);
  void change();

  const PlacingProblem* problem_;
  std::size_t gpu_;
  std::vector<std::size_t> jobs_;
  std::vector<std::size_t> kinds_;  ///< of them
  std::vector<Millis> left_;        ///< of their time alone, at `since_`
  std::vector<Millis> starts_;
  std::span<const double> speeds_;
  Millis since_{0};
  std::optional<Millis> next_end_;
  Bytes held_{0};
};

}  // namespace warpshop::place
