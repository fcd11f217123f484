#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/request_feed.hpp"
#include "sim/model/request_streams.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// What of a run of clients counts.
struct ClientTimes {
  Millis horizon{0};  ///< > 0
  Millis warm_up{0};  ///< 0 ≤ x < horizon
};

/// The requests of clients over a horizon, see RequestStreams, and what of the device's time they take. Times from the
/// begin on.
class ClientRequests {
 public:
  /// Keeps references to all but the times.
  ClientRequests(const Instance& instance, RequestFeed& feed, const ClientTimes& times)
      : streams_(instance, feed, times.horizon, times.warm_up) {}

  /// Those that come, and find a stream.
  RequestStreams& streams() { return streams_; }
  const RequestStreams& streams() const { return streams_; }

  /// A command ran. Copies in a direction are told as they end.
  void ran(Stage stage, std::uint32_t task, Millis start, Millis end);
  /// There was such a command all that time: of kernels; of copies ran() tells.
  void worked(Stage stage, Millis from, Millis until);
  /// All of a task ended then.
  void ended(std::uint32_t task, Millis end);

  ClientsOutcome outcome() && { return std::move(streams_.outcome); }

 private:
  RequestStreams streams_;
  std::array<Millis, 3> copied_until_{};  ///< [Stage]
};

}  // namespace warpshop::dispatch
