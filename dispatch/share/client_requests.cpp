#include "dispatch/share/client_requests.hpp"

#include <algorithm>
#include <limits>

namespace warpshop::dispatch {
namespace {

constexpr Millis kNotBegun{std::numeric_limits<double>::infinity()};

}  // namespace

ClientRequests::ClientRequests(const Instance& instance, Millis horizon, Millis warm_up, std::uint64_t seed)
    : clients_(instance.clients.all), stream_of_(instance.size()) {
  outcome_.clients.resize(clients_.size());
  outcome_.warm_up = warm_up;
  outcome_.horizon = horizon;
  for (std::uint32_t number = 0; number < clients_.size(); ++number) {
    const Client& client = clients_[number];
    sources_.emplace_back(client, horizon.count(), seed);
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
  for (std::uint32_t client = 0; client < clients_.size(); ++client) {
    RequestSource& source = sources_[client];
    std::vector<std::uint32_t>& free = free_[client];
    if (now > outcome_.horizon * (1 + kGrace)) {
      source.take_rest([&](double arrived) { outcome_.leave_unfinished(client, Millis{arrived}); });
    }
    while (!free.empty() && source.next() <= now.count()) {
      Stream& stream = streams_[free.back()];
      free.pop_back();
      stream.arrived = Millis{source.next()};
      stream.begun = kNotBegun;
      source.take();
      outcome_.arrive(client, stream.arrived);
      ++serves_;
      begin(stream.first_task, clients_[client].stages());
    }
  }
}

Millis ClientRequests::next() const {
  Millis next = kNotBegun;
  for (std::size_t client = 0; client < clients_.size(); ++client) {
    next = free_[client].empty() ? next : std::min(next, Millis{sources_[client].next()});
  }
  return next;
}

bool ClientRequests::over() const {
  return serves_ == 0 && std::all_of(sources_.begin(), sources_.end(),
                                     [](const RequestSource& source) { return source.next() == kNoRequest; });
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
  sources_[stream.client].answered(end.count());
  const Millis begun = std::clamp(stream.begun, stream.arrived, end);
  outcome_.answer(stream.client, stream.arrived, begun, end, goal_latency(clients_[stream.client]));
  outcome_.end = std::max(outcome_.end, end);
  free_[stream.client].push_back(number);
  --serves_;
}

}  // namespace warpshop::dispatch
