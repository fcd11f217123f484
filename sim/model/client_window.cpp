#include "sim/model/client_window.hpp"

#include <algorithm>

namespace warpshop {
namespace {

/// The part of an interval, or a residency, that is in the window; whether there is any.
template <class Lasting>
bool cut(Lasting& lasting, const TimeWindow& time) {
  lasting.start = std::max(lasting.start, time.from) - time.from;
  lasting.end = std::min(lasting.end, time.until) - time.from;
  return lasting.start <= lasting.end;
}

}  // namespace

DrawnWindow drawn_window(const ClientWindow& window, std::span<const Client> clients) {
  DrawnWindow drawn;
  const auto first_request = static_cast<std::uint32_t>(clients.size());
  drawn.task_names.reserve(clients.size() + window.requests.size());
  for (const Client& client : clients) {
    drawn.task_names.push_back(client.name);
  }
  for (const WindowRequest& request : window.requests) {
    drawn.task_names.push_back(clients[request.client].name + '#' + std::to_string(request.number + 1));
  }
  drawn.timeline.makespan = window.time.until - window.time.from;
  drawn.timeline.dma_engines = window.timeline.dma_engines;
  for (Interval interval : window.timeline.intervals) {
    if (cut(interval, window.time)) {
      interval.task += first_request;
      drawn.timeline.intervals.push_back(interval);
    }
  }
  for (Residency held : window.timeline.residencies) {
    const Millis whole = held.end - held.start;
    if (cut(held, window.time)) {
      held.task += first_request;
      held.subtasks *= whole > Millis{0} ? (held.end - held.start) / whole : 1;
      drawn.timeline.residencies.push_back(held);
    }
  }
  return drawn;
}

}  // namespace warpshop
