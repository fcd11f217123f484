#include "sim/model/client_outcome.hpp"

#include <algorithm>
#include <limits>
#include <variant>

namespace warpshop {

void ClientsOutcome::answer(std::size_t client, Millis arrived, Millis begun, Millis answered, Millis goal) {
  ClientOutcome& outcome = clients[client];
  outcome.answers += answered >= warm_up && answered < horizon ? 1 : 0;
  outcome.until_horizon += answered < horizon ? 1 : 0;
  if (arrived < warm_up) {
    return;
  }
  const Millis latency = answered - arrived;
  const double part = (arrived - warm_up) / (horizon - warm_up);
  const auto batch = std::min(stats::kBatches - 1, static_cast<std::size_t>(part * stats::kBatches));
  outcome.latencies[batch].add(latency.count());
  outcome.late += latency > goal ? 1 : 0;
  outcome.waited += begun - arrived;
  outcome.served += answered - begun;
}

Millis warm_up(const ClientSet& clients, Millis horizon) {
  const bool go_on = std::none_of(clients.all.begin(), clients.all.end(), [](const Client& client) {
    return std::holds_alternative<ArrivalsAtOnce>(client.arrivals) ||
           std::holds_alternative<RecordedArrivals>(client.arrivals);
  });
  return go_on ? kWarmUp * horizon : Millis{0};
}

Millis goal_latency(const Client& client) {
  const auto* latency = client.goal ? std::get_if<LatencyGoal>(&*client.goal) : nullptr;
  return latency == nullptr ? Millis{std::numeric_limits<double>::infinity()} : latency->latency;
}

}  // namespace warpshop
