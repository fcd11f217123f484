#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>

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

}  // namespace warpshop::dispatch
