#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/request_streams.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// The requests of clients over a horizon, see RequestStreams, and what of the device's time they take. The same
/// arrivals as in a simulation of the same seed. Times from the begin on.
class ClientRequests {
 public:
  /// Keeps a reference to the instance. horizon > 0; warm_up: 0 ≤ x < horizon.
  ClientRequests(const Instance& instance, Millis horizon, Millis warm_up, std::uint64_t seed)
      : streams_(instance, horizon, warm_up, seed) {}

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
