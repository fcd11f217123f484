#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "sim/model/serving_interval.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Requests under way, as threads hand them in and see them done. Any thread may call. Times are of the steady clock.
class RequestLog {
 public:
  explicit RequestLog(Millis target) : target_(target) {}

  static Millis now();
  Millis target() const { return target_; }

  /// queued: how long ago it came. Its number.
  std::uint64_t begin(std::uint32_t application, Millis queued, Millis at = now());
  /// It is done; device: see RequestUnderWay.
  void end(std::uint64_t number, Millis device, Millis at = now()) noexcept;
  /// It failed, or was withdrawn: nothing is known of it.
  void drop(std::uint64_t number) noexcept;

  /// Those under way, and those done since the last call, in the order of their numbers.
  std::vector<RequestUnderWay> since_last();

  /// Done; and of these, later than the target after they came.
  std::uint64_t ended() const;
  std::uint64_t over_target() const;

 private:
  mutable std::mutex mutex_;
  Millis target_;
  std::uint64_t last_ = 0, ended_ = 0, over_target_ = 0;
  std::map<std::uint64_t, RequestUnderWay> requests_;
};

}  // namespace warpshop::dispatch
