#include "dispatch/share/client_requests.hpp"

#include <algorithm>
#include <limits>

namespace warpshop::dispatch {
namespace {

constexpr Millis kNotBegun{std::numeric_limits<double>::infinity()};

}  // namespace

ClientRequests::ClientRequests(const Instance& instance, RequestFeed& feed, const ClientTimes& times)
    : clients_(instance.clients.all), feed_(feed), stream_of_(instance.size()) {
  outcome_.clients.resize(clients_.size());
  outcome_.warm_up = times.warm_up;
  outcome_.horizon = times.horizon;
  for (std::uint32_t number = 0; number < clients_.size(); ++number) {
    const Client& client = clients_[number];
    admissions_.emplace_back(instance, client);
    auto& free = free_.emplace_back();
    for (std::uint32_t stream = 0; stream < client.streams; ++stream) {
      const std::uint32_t first = client.tasks.first + stream * client.stages();
      std::fill_n(stream_of_.begin() + first, client.stages(), static_cast<std::uint32_t>(streams_.size()));
      free.insert(free.begin(), static_cast<std::uint32_t>(streams_.size()));
      streams_.push_back({.client = number, .first_task = first, .last_task = first + client.stages() - 1});
    }
  }
}

void ClientRequests::begin(Millis now, const std::function<void(std::uint32_t first, std::uint32_t tasks)>& begin) {
  const Millis closed_at = feed_.closed_at();
  outcome_.horizon = std::min(outcome_.horizon, closed_at);
  for (std::uint32_t client = 0; client < clients_.size(); ++client) {
    std::vector<std::uint32_t>& free = free_[client];
    if (now > closed_at || now > outcome_.horizon * (1 + kGrace)) {
      feed_.withdraw(client, [&](Millis arrived) { outcome_.leave_unfinished(client, arrived); });
    }
    while (!free.empty() && feed_.next(client) <= now) {
      const RequestFeed::Request request = feed_.take(client);
      if (!admissions_[client].admits(request.arrived, now)) {
        admissions_[client].refused();
        outcome_.refuse(client, request.arrived);
        feed_.refused(client, request.number, now);
        continue;
      }
      Stream& stream = streams_[free.back()];
      free.pop_back();
      stream.request = request.number;
      stream.arrived = request.arrived;
      stream.taken = now;
      stream.begun = kNotBegun;
      outcome_.arrive(client, stream.arrived);
      ++serves_;
      begin(stream.first_task, clients_[client].stages());
    }
  }
}

Millis ClientRequests::next() const {
  Millis next = kNotBegun;
  for (std::uint32_t client = 0; client < clients_.size(); ++client) {
    next = free_[client].empty() ? next : std::min(next, feed_.next(client));
  }
  return next;
}

bool ClientRequests::over() const {
  return serves_ == 0 && next() == kNotBegun;
}

/// A copy begins when its engine has ended the one before; that its stream had come to it says nothing.
void ClientRequests::ran(Stage stage, std::uint32_t task, Millis start, Millis end) {
  ++outcome_.commands;
  if (stage != Stage::kernel) {
    start = std::clamp(copied_until_[index(stage)], start, std::max(start, end));
    copied_until_[index(stage)] = end;
    worked(stage, start, end);
  }
  Stream& stream = streams_[stream_of_[task]];
  stream.begun = std::min(stream.begun, start);
}

void ClientRequests::worked(Stage stage, Millis from, Millis until) {
  const Millis counts = std::min(until, outcome_.horizon) - std::max(from, outcome_.warm_up);
  outcome_.busy[index(stage)] += std::max(Millis{0}, counts);
}

void ClientRequests::ended(std::uint32_t task, Millis end) {
  const std::uint32_t number = stream_of_[task];
  const Stream& stream = streams_[number];
  if (task != stream.last_task) {
    return;
  }
  feed_.answered(stream.client, stream.request, end);
  admissions_[stream.client].answered(end - stream.taken);
  const Millis begun = std::clamp(stream.begun, stream.arrived, end);
  outcome_.answer(stream.client, stream.arrived, begun, end, goal_latency(clients_[stream.client]));
  outcome_.end = std::max(outcome_.end, end);
  free_[stream.client].push_back(number);
  --serves_;
}

}  // namespace warpshop::dispatch
