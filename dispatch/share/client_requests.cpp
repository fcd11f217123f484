#include "dispatch/share/client_requests.hpp"

#include <algorithm>

namespace warpshop::dispatch {

/// A copy begins when its engine has ended the one before; that its stream had come to it says nothing.
void ClientRequests::ran(Stage stage, std::uint32_t task, Millis start, Millis end) {
  ++streams_.outcome.commands;
  if (stage != Stage::kernel) {
    start = std::clamp(copied_until_[index(stage)], start, std::max(start, end));
    copied_until_[index(stage)] = end;
    worked(stage, start, end);
  }
  RequestStream& stream = streams_.of(task);
  stream.begun = std::min(stream.begun, start);
}

void ClientRequests::worked(Stage stage, Millis from, Millis until) {
  ClientsOutcome& outcome = streams_.outcome;
  const Millis counts = std::min(until, outcome.horizon) - std::max(from, outcome.warm_up);
  outcome.busy[index(stage)] += std::max(Millis{0}, counts);
}

void ClientRequests::ended(std::uint32_t task, Millis end) {
  RequestStream& stream = streams_.of(task);
  if (task == stream.last_task) {
    stream.begun = std::clamp(stream.begun, stream.arrived, end);
    streams_.answer(task, end);
    streams_.outcome.end = std::max(streams_.outcome.end, end);
  }
}

}  // namespace warpshop::dispatch
