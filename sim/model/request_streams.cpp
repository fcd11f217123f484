#include "sim/model/request_streams.hpp"

#include <algorithm>

namespace warpshop {

RequestStreams::RequestStreams(const Instance& instance, Millis horizon, Millis warm_up, std::uint64_t seed)
    : outcome{.clients = std::vector<ClientOutcome>(instance.clients.all.size()),
              .warm_up = warm_up,
              .horizon = horizon},
      clients_(instance.clients.all),
      stream_of_(instance.size()) {
  sources_.reserve(clients_.size());
  for (std::uint32_t number = 0; number < clients_.size(); ++number) {
    const Client& client = clients_[number];
    sources_.emplace_back(client, horizon.count(), seed);
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

const RequestStream& RequestStreams::take(std::uint32_t client) {
  RequestStream& stream = streams_[free_[client].back()];
  free_[client].pop_back();
  stream.arrived = Millis{sources_[client].next()};
  stream.begun = Millis{kNoRequest};
  stream.request = sources_[client].take();
  outcome.arrive(client, stream.arrived);
  ++serve_;
  return stream;
}

void RequestStreams::leave_rest(std::uint32_t client) {
  sources_[client].take_rest([&](double arrived) { outcome.leave_unfinished(client, Millis{arrived}); });
}

Millis RequestStreams::next() const {
  Millis next{kNoRequest};
  for (std::size_t client = 0; client < sources_.size(); ++client) {
    next = free_[client].empty() ? next : std::min(next, Millis{sources_[client].next()});
  }
  return next;
}

bool RequestStreams::over() const {
  return serve_ == 0 && std::all_of(sources_.begin(), sources_.end(),
                                    [](const RequestSource& source) { return source.next() == kNoRequest; });
}

void RequestStreams::answer(std::uint32_t task, Millis now) {
  const RequestStream& stream = of(task);
  sources_[stream.client].answered(now.count());
  outcome.answer(stream.client, stream.arrived, stream.begun, now, goals_[stream.client]);
  free_[stream.client].push_back(stream_of_[task]);
  --serve_;
}

}  // namespace warpshop
