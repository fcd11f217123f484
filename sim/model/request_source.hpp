#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop {

/// The time of what does not come.
inline constexpr double kNoRequest = std::numeric_limits<double>::infinity();

/// The requests of one client, in the order in which they arrive. Those that wait are not kept anywhere: as they are
/// served in that order, the next one is all that has to be known. What is random follows from the seed, the client's
/// name and the number of the request alone, so that every setting meets the same requests. Times in milliseconds.
class RequestSource {
 public:
  /// Keeps a reference.
  RequestSource(const Client& client, double horizon, std::uint64_t seed);

  /// When the next request arrives, or has arrived; kNoRequest: none does before the horizon.
  double next() const { return next_; }
  /// It begins to be served: its number, from 0 on.
  std::uint64_t take();
  /// One has been answered.
  void answered(double now);
  /// How much work a request has, relative to what the workload says.
  double demand(std::uint64_t request) const;
  /// How many arrive in low ≤ t < high: those taken, and those that are not taken from now on. Takes them all.
  template <class Arrived>
  void take_rest(const Arrived& arrived) {
    while (next_ < kNoRequest) {
      const double time = next_;
      take();
      arrived(time);
    }
  }

 private:
  void find_next();
  /// When the first of those that think asks.
  double next_user() const;

  const Client& client_;
  double horizon_;
  stats::CounterDraws gaps_, thinks_, parts_, demands_;
  std::uint64_t taken_ = 0;
  double last_ = 0;  ///< arrival; of recorded ones none
  double next_ = kNoRequest;
  std::uint64_t thought_ = 0;                                                  ///< so many think times have begun
  std::priority_queue<double, std::vector<double>, std::greater<>> thinking_;  ///< users: until when
};

}  // namespace warpshop
