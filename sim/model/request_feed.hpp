#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "sim/model/units.hpp"

namespace warpshop {

/// Where the requests of clients come from: planned, or handed in while they are executed. Times from the begin on. One
/// thread calls its functions.
class RequestFeed {
 public:
  struct Request {
    std::uint64_t number = 0;  ///< of its client's
    Millis arrived{0};
  };
  static constexpr Millis kNone{std::numeric_limits<double>::infinity()};

  RequestFeed() = default;
  RequestFeed(const RequestFeed&) = delete;
  RequestFeed& operator=(const RequestFeed&) = delete;
  virtual ~RequestFeed() = default;

  /// Their execution begins, at that time of the host's clock.
  virtual void set_out(Millis /*host*/) {}
  /// When a client's next request arrives at the soonest, or has arrived; kNone: none does, until one is answered or
  /// ever.
  virtual Millis next(std::uint32_t client) const = 0;
  /// It begins to be served, or is refused. Requires next() ≤ now.
  virtual Request take(std::uint32_t client) = 0;
  virtual void answered(std::uint32_t client, std::uint64_t request, Millis now) = 0;
  virtual void refused(std::uint32_t client, std::uint64_t request, Millis now) = 0;
  /// From then on none come, though more were planned; kNone: that is not so.
  virtual Millis closed_at() const { return kNone; }
  /// Those that have arrived and those that would are not taken any more: calls back for each.
  virtual void withdraw(std::uint32_t client, const std::function<void(Millis arrived)>& unfinished) = 0;
};

}  // namespace warpshop
