#include "sim/model/request_streams.hpp"

#include <algorithm>

namespace warpshop {

RequestStreams::RequestStreams(const Instance& instance, RequestFeed& feed, Millis horizon, Millis warm_up)
    : outcome{.clients = std::vector<ClientOutcome>(instance.clients.all.size()),
              .warm_up = warm_up,
              .horizon = horizon},
      clients_(instance.clients.all),
      feed_(feed),
      stream_of_(instance.size()) {
  for (std::uint32_t number = 0; number < clients_.size(); ++number) {
    const Client& client = clients_[number];
    admissions_.emplace_back(instance, client);
    goals_.push_back(goal_latency(client));
    auto& free = free_.emplace_back();
    for (std::uint32_t stream = 0; stream < client.streams; ++stream) {
      const std::uint32_t first = client.tasks.first + stream * client.stages();
      const auto at = static_cast<std::uint32_t>(streams_.size());
      std::fill_n(stream_of_.begin() + first, client.stages(), at);
      free.push_back(at);
      streams_.push_back({.client = number, .first_task = first, .last_task = first + client.stages() - 1});
    }
    std::reverse(free.begin(), free.end());
  }
}

/// Whether requests are still begun.
bool RequestStreams::goes_on(Millis now) {
  const Millis closed_at = feed_.closed_at();
  outcome.horizon = std::min(outcome.horizon, closed_at);
  return now <= closed_at && now <= outcome.horizon * (1 + kGrace);
}

/// nullptr: it was refused.
const RequestStream* RequestStreams::take(std::uint32_t client, Millis now) {
  const RequestFeed::Request request = feed_.take(client);
  if (!admissions_[client].admits(request.arrived, now)) {
    outcome.refuse(client, request.arrived);
    feed_.refused(client, request.number, now);
    return nullptr;
  }
  RequestStream& stream = streams_[free_[client].back()];
  free_[client].pop_back();
  stream.request = request.number;
  stream.arrived = request.arrived;
  stream.taken = now;
  stream.begun = RequestFeed::kNone;
  outcome.arrive(client, stream.arrived);
  ++serve_;
  return &stream;
}

void RequestStreams::leave_rest(std::uint32_t client) {
  feed_.withdraw(client, [&](Millis arrived) { outcome.leave_unfinished(client, arrived); });
}

Millis RequestStreams::next() const {
  Millis next = RequestFeed::kNone;
  for (std::uint32_t client = 0; client < clients_.size(); ++client) {
    next = free_[client].empty() ? next : std::min(next, feed_.next(client));
  }
  return next;
}

bool RequestStreams::over() const {
  return serve_ == 0 && next() == RequestFeed::kNone;
}

void RequestStreams::answer(std::uint32_t task, Millis now) {
  const RequestStream& stream = of(task);
  outcome.answer(stream.client, stream.arrived, stream.begun, now, goals_[stream.client]);
  admissions_[stream.client].answered(now - stream.taken);
  free_[stream.client].push_back(stream_of_[task]);
  --serve_;
  feed_.answered(stream.client, stream.request, now);
}

}  // namespace warpshop
