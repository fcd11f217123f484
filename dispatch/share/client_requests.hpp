#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "dispatch/share/request_feed.hpp"
#include "sim/model/admission.hpp"
#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// What of a run of clients counts.
struct ClientTimes {
  Millis horizon{0};  ///< > 0
  Millis warm_up{0};  ///< 0 ≤ x < horizon
};

/// The requests of clients over a horizon: which of them goes to a stream of its client, first come first served, or is
/// refused (see Admission), and what becomes of it. Times from the begin on.
class ClientRequests {
 public:
  /// Keeps references to all but the times.
  ClientRequests(const Instance& instance, RequestFeed& feed, const ClientTimes& times);

  /// The plan begins, at that time of gpu::Driver::now().
  void set_out(Millis host) { feed_.set_out(host); }
  /// Begins those that have come and find a stream: begin(first task, tasks).
  void begin(Millis now, const std::function<void(std::uint32_t first, std::uint32_t tasks)>& begin);
  /// When the next comes that finds a stream; infinite: none, until one ends or ever.
  Millis next() const;
  /// Whether all that will be have been answered.
  bool over() const;

  /// A command ran. Copies in a direction are told as they end.
  void ran(Stage stage, std::uint32_t task, Millis start, Millis end);
  /// There was such a command all that time: of kernels; of copies ran() tells.
  void worked(Stage stage, Millis from, Millis until);
  /// All of a task ended then.
  void ended(std::uint32_t task, Millis end);

  ClientsOutcome outcome() && { return std::move(outcome_); }

 private:
  /// A stream of a client, and the request that it serves.
  struct Stream {
    std::uint32_t client = 0;
    std::uint32_t first_task = 0;
    std::uint32_t last_task = 0;
    std::uint64_t request = 0;
    Millis arrived{0};
    Millis taken{0};
    Millis begun{0};
  };

  const std::vector<Client>& clients_;
  RequestFeed& feed_;
  std::vector<Admission> admissions_;  ///< by client
  std::vector<Stream> streams_;
  std::vector<std::vector<std::uint32_t>> free_;  ///< by client: streams
  std::vector<std::uint32_t> stream_of_;          ///< by task
  std::size_t serves_ = 0;                        ///< streams that serve a request
  std::array<Millis, 3> copied_until_{};          ///< [Stage]
  ClientsOutcome outcome_;
};

}  // namespace warpshop::dispatch
