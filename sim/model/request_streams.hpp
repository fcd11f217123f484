#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/admission.hpp"
#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/request_feed.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A stream of a client, and the request that it serves.
struct RequestStream {
  std::uint32_t client = 0;
  std::uint32_t first_task = 0;
  std::uint32_t last_task = 0;
  std::uint64_t request = 0;  ///< see RequestFeed
  Millis arrived{0};
  Millis taken{0};                    ///< when it got the stream
  Millis begun = RequestFeed::kNone;  ///< the first of its commands; kNone: none has been begun
};

/// The requests of clients over a horizon, simulated or on hardware: each goes to a stream of its client as soon as one
/// is free, first come first served, or is refused, see Admission. Times from the begin on.
class RequestStreams {
 public:
  /// Keeps references to the clients and to the feed. horizon > 0; 0 ≤ warm_up < horizon.
  RequestStreams(const Instance& instance, RequestFeed& feed, Millis horizon, Millis warm_up);

  /// Their execution begins, at that time of the host's clock.
  void set_out(Millis host) { feed_.set_out(host); }

  /// Begins those that have come and find a stream, until kGrace after the horizon: begin(RequestStream).
  template <class Begin>
  void begin(Millis now, const Begin& begin) {
    const bool takes = goes_on(now);
    for (std::uint32_t client = 0; client < clients_.size(); ++client) {
      if (!takes) {
        leave_rest(client);
      }
      while (!free_[client].empty() && feed_.next(client) <= now) {
        if (const RequestStream* const stream = take(client, now)) {
          begin(*stream);
        }
      }
    }
  }
  /// When the next comes that finds a stream; RequestFeed::kNone: none, until one ends or ever.
  Millis next() const;
  /// Whether all that will be have been answered.
  bool over() const;

  RequestStream& of(std::uint32_t task) { return streams_[stream_of_[task]]; }
  const RequestStream& of(std::uint32_t task) const { return streams_[stream_of_[task]]; }
  /// The request of that task has been answered.
  void answer(std::uint32_t task, Millis now);

  ClientsOutcome outcome = {};  ///< of requests, so far

 private:
  bool goes_on(Millis now);
  const RequestStream* take(std::uint32_t client, Millis now);
  void leave_rest(std::uint32_t client);

  const std::vector<Client>& clients_;
  RequestFeed& feed_;
  std::vector<Admission> admissions_;             ///< by client
  std::vector<Millis> goals_;                     ///< by client: latency
  std::vector<std::vector<std::uint32_t>> free_;  ///< by client: streams, the next one last
  std::vector<RequestStream> streams_;
  std::vector<std::uint32_t> stream_of_;  ///< by task
  std::size_t serve_ = 0;                 ///< streams that serve a request
};

}  // namespace warpshop
