#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/model/split_run.hpp"

namespace warpshop::split {

/// Does a step and says how long each took: a model, or hardware.
using Machine = std::function<SplitTimes(const SplitParts& parts)>;

/// What a policy sees of a job: how much is left, and the times of the steps that it has asked for (S1 chapter 4).
class SplitJob {
 public:
  /// iterations: 1 … 10^15.
  SplitJob(std::int64_t iterations, Machine machine)
      : machine_(std::move(machine)), all_(iterations), left_(iterations) {}

  std::int64_t all() const { return all_; }
  std::int64_t left() const { return left_; }

  /// A step of so many iterations, of which the GPU gets this share, rounded: at least one iteration, at most what is
  /// left; 0 ≤ gpu_share ≤ 1.
  void profile(std::int64_t iterations, double gpu_share) { step(iterations, gpu_share, true); }
  void work(std::int64_t iterations, double gpu_share) { step(iterations, gpu_share, false); }
  /// The same with so many of what is left on the GPU.
  void finish(std::int64_t on_gpu);

  /// The GPU's share by the iterations per millisecond of each in its last step with any: r_gpu / (r_gpu + r_cpu).
  /// Nothing: one of the two has had none yet.
  std::optional<double> measured_share() const;

  const SplitRun& done() const { return run_; }

 private:
  struct Pace {
    double iterations = 0;
    Millis time{0};
  };

  void step(std::int64_t iterations, double gpu_share, bool profiling);
  void step(const SplitParts& parts, bool profiling);

  Machine machine_;
  std::int64_t all_, left_;
  SplitRun run_;
  Pace cpu_, gpu_;  ///< of the last step in which it had any
};

}  // namespace warpshop::split
