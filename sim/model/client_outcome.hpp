#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/client_window.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/batch_means.hpp"
#include "sim/stats/latency_histogram.hpp"

namespace warpshop {

/// What has become of one client's requests. Those count that arrive after the warm-up and before the horizon.
struct ClientOutcome {
  std::uint64_t arrived = 0;
  std::uint64_t unfinished = 0;     ///< of these, those that were never begun
  std::uint64_t refused = 0;        ///< not among those that arrived: see Admission
  std::uint64_t late = 0;           ///< of those that were answered: later than the goal's latency
  std::uint64_t until_horizon = 0;  ///< answers given from the start, before the warm-up as well, until the horizon
  std::uint64_t answers = 0;        ///< given after the warm-up and before the horizon, whenever the requests arrived
  std::array<stats::LatencyHistogram, stats::kBatches> latencies =
      {};                          ///< ms, by when it arrived: equal parts of that time
  std::uint64_t kept_waiting = 0;  ///< kernels for which its reservation could not be had at once, from the start on
  std::uint64_t preempted = 0;     ///< times that its kernels were told to give CTAs up, from the start on
  double preemption_cost = 0;      ///< what that took, see Preempted, as a part of all SMs until the last answer
  Millis waited{0};                ///< all together, from the arrival to the first command
  Millis served{0};                ///< all together, from there to the answer

  stats::LatencyHistogram all_latencies() const {
    stats::LatencyHistogram all;
    for (const stats::LatencyHistogram& batch : latencies) {
      all.merge(batch);
    }
    return all;
  }
};

/// What has become of the requests of all clients, simulated or on hardware.
struct ClientsOutcome {
  std::vector<ClientOutcome> clients;  ///< as in the workload
  Millis warm_up{0};
  Millis horizon{0};
  Millis end{0};  ///< of the last answer
  std::array<Millis, 3>
      busy{};                  ///< [Stage]: how long at least one such command ran, after the warm-up until the horizon
  std::uint64_t commands = 0;  ///< that ran
  std::optional<ClientWindow> window = {};  ///< where it was asked for
  bool jitters = false;                     ///< how fast kernels were was drawn

  /// A request of a client has come.
  void arrive(std::size_t client, Millis arrived) { clients[client].arrived += arrived >= warm_up ? 1 : 0; }
  /// One that will never be begun.
  void leave_unfinished(std::size_t client, Millis arrived) {
    arrive(client, arrived);
    clients[client].unfinished += arrived >= warm_up ? 1 : 0;
  }
  /// One will not be begun, as its answer would come too late.
  void refuse(std::size_t client, Millis arrived) { clients[client].refused += arrived >= warm_up ? 1 : 0; }
  /// One has been answered. goal: the latency that it was to have at most.
  void answer(std::size_t client, Millis arrived, Millis begun, Millis answered, Millis goal);
};

/// So much of the horizon does not count, as the GPU is empty at first: where requests come for ever. A client whose
/// requests all come at once, or as they were recorded, is looked at from the beginning, and so are all beside it.
inline constexpr double kWarmUp = 0.1;
Millis warm_up(const ClientSet& clients, Millis horizon);

/// After the horizon, requests that have arrived are begun for so much of it more. What is not begun by then stays
/// unfinished: there is more to do than the GPU can.
inline constexpr double kGrace = 0.1;

/// The latency that its goal asks for; infinite: it has no such goal.
Millis goal_latency(const Client& client);

}  // namespace warpshop
