#pragma once

#include <cstdint>
#include <optional>

#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Finds out that nothing of what is under way on a device goes on. A GPU that is shared with others, or slower than
/// its profile says, is not stalled: what takes ten times as long as expected, and a second, is.
class StallWatch {
 public:
  /// For what is expected to take that long.
  static constexpr Millis patience(Millis expected) { return Millis{1000} + 10 * expected; }

  /// seen: a number that changes whenever something goes on; expected: how long all that is under way takes, one after
  /// the other. Times by any one clock.
  bool stalled(Millis now, std::uint64_t seen, Millis expected) {
    if (seen != seen_ || !since_) {
      seen_ = seen;
      since_ = now;
    }
    return now - *since_ > patience(expected);
  }
  /// Nothing is under way.
  void rest() { since_.reset(); }

 private:
  std::uint64_t seen_ = 0;
  std::optional<Millis> since_;
};

}  // namespace warpshop::dispatch
