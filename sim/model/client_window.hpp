#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Part of the time of a simulation: from ≤ t < until.
struct TimeWindow {
  Millis from{0};
  Millis until{0};  ///< > from
  friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// A request of which something runs in a window.
struct WindowRequest {
  std::uint32_t client = 0;  ///< position in the workload
  std::uint64_t number = 0;  ///< of the client's requests, from 0, as they are begun
  Millis arrived{0};
  friend bool operator==(const WindowRequest&, const WindowRequest&) = default;
};

/// What runs in a window of the time of clients: every command that is under way in it, whole, even where it begins
/// before or ends behind. Times are counted from the start of the simulation.
struct ClientWindow {
  TimeWindow time;
  std::vector<WindowRequest> requests;  ///< by client, then number
  Timeline timeline;                    ///< tasks are positions in `requests`; by request, then start
  std::vector<std::uint32_t> steps;     ///< by interval: the task of its request, from 0
};

/// A window as it is drawn: its commands cut at its ends, times counted from its start.
struct DrawnWindow {
  std::vector<std::string> task_names;  ///< of clients, by position, then of requests: `chat#17`, counted from 1
  Timeline timeline;                    ///< its tasks are positions there
};

/// Clients stand before the requests, so that drawings that give each kind of task a colour give a client the same one
/// in every window.
DrawnWindow drawn_window(const ClientWindow& window, std::span<const Client> clients);

}  // namespace warpshop
