#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace warpshop::dispatch {

/// When tasks come: at once, or as a Poisson process, by the inverse of the exponential distribution.
class Arrivals {
 public:
  using Clock = std::chrono::steady_clock;

  /// per_second > 0, or none: at once.
  Arrivals(std::optional<double> per_second, std::uint64_t seed) : per_second_(per_second), random_(seed) {}

  /// Waits for the next one, and tells when it was to come: now, without a rate. false: stopped.
  bool await_next(const std::atomic<bool>& stop, Clock::time_point& due);

 private:
  std::optional<double> per_second_;
  std::mt19937_64 random_;
  Clock::time_point start_ = Clock::now();
  std::chrono::duration<double> after_start_{0};
};

/// Draws kinds of tasks at random, each as often as it is repeated: kind k with a probability of
/// repeats[k] / Σ repeats.
class TaskDraw {
 public:
  /// repeats: of one kind at least, each ≥ 1.
  TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed);

  /// A position in `repeats`.
  std::size_t next();

 private:
  std::vector<std::uint64_t> until_;  ///< of the kinds up to and including each, how many tasks there are
  std::mt19937_64 random_;
};

}  // namespace warpshop::dispatch
