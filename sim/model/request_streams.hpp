#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/request_source.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A stream of a client, and the request that it serves.
struct RequestStream {
  std::uint32_t client = 0;
  std::uint32_t first_task = 0;
  std::uint32_t last_task = 0;
  std::uint64_t request = 0;  ///< of its client, see RequestSource
  Millis arrived{0};
  Millis begun{kNoRequest};  ///< the first of its commands; infinite: none has been begun
};

/// The requests of clients over a horizon, simulated or on hardware: each goes to a stream of its client as soon as one
/// is free, first come first served. Times from the begin on.
class RequestStreams {
 public:
  /// Keeps a reference to the clients. horizon > 0; 0 ≤ warm_up < horizon.
  RequestStreams(const Instance& instance, Millis horizon, Millis warm_up, std::uint64_t seed);

  /// Begins those that have come and find a stream, until kGrace after the horizon: begin(RequestStream).
  template <class Begin>
  void begin(Millis now, const Begin& begin) {
    for (std::uint32_t client = 0; client < sources_.size(); ++client) {
      if (now > outcome.horizon * (1 + kGrace)) {
        leave_rest(client);
      }
      while (!free_[client].empty() && sources_[client].next() <= now.count()) {
        begin(take(client));
      }
    }
  }
  /// When the next comes that finds a stream; infinite: none, until one ends or ever.
  Millis next() const;
  /// Whether all that will be have been answered.
  bool over() const;

  RequestStream& of(std::uint32_t task) { return streams_[stream_of_[task]]; }
  const RequestStream& of(std::uint32_t task) const { return streams_[stream_of_[task]]; }
  /// How much work its request has, relative to what the workload says.
  double demand(const RequestStream& stream) const { return sources_[stream.client].demand(stream.request); }
  /// The request of that task has been answered.
  void answer(std::uint32_t task, Millis now);

  ClientsOutcome outcome = {};  ///< of requests, so far

 private:
  const RequestStream& take(std::uint32_t client);
  void leave_rest(std::uint32_t client);

  const std::vector<Client>& clients_;
  std::vector<RequestSource> sources_;            ///< by client
  std::vector<Millis> goals_;                     ///< by client: latency
  std::vector<std::vector<std::uint32_t>> free_;  ///< by client: streams, the next one last
  std::vector<RequestStream> streams_;
  std::vector<std::uint32_t> stream_of_;  ///< by task
  std::size_t serve_ = 0;                 ///< streams that serve a request
};

}  // namespace warpshop
