#include "tests/support/slow_clients.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>

namespace warpshop::test {
namespace {

constexpr double kNoMore = std::numeric_limits<double>::infinity();

/// Requests that come in, and those that wait, by client.
class SlowQueues {
 public:
  explicit SlowQueues(const SlowRequests& requests) : requests_(requests) {
    for (const SlowRequest& request : requests) {
      queues_.resize(std::max(queues_.size(), request.client + 1));
    }
  }

  double next_arrival() const { return next_ < requests_.size() ? requests_[next_].arrival : kNoMore; }
  /// The next request that has arrived by then, put behind its client's others; false if there is none.
  bool admit_one(double now) {
    if (next_arrival() > now) {
      return false;
    }
    queues_[requests_[next_].client].push_back(next_);
    ++next_;
    return true;
  }
  void admit(double now) {
    while (admit_one(now)) {
    }
  }
  /// The last one that admit_one() put behind others.
  std::size_t admitted() const { return next_ - 1; }
  std::deque<std::size_t>& of(std::size_t client) { return queues_[client]; }
  /// The queue of the client that goes before all others that have work; nullptr if none has.
  std::deque<std::size_t>* first() {
    for (std::deque<std::size_t>& queue : queues_) {
      if (!queue.empty()) {
        return &queue;
      }
    }
    return nullptr;
  }

 private:
  const SlowRequests& requests_;
  std::vector<std::deque<std::size_t>> queues_;
  std::size_t next_ = 0;
};

std::vector<double> services_of(const SlowRequests& requests) {
  std::vector<double> services;
  services.reserve(requests.size());
  for (const SlowRequest& request : requests) {
    services.push_back(request.service);
  }
  return services;
}

/// What each of so many requests has of the server.
std::vector<double> parts_of_server(std::size_t requests, std::size_t units) {
  std::vector<double> parts(requests, requests == 0 ? 0 : 1 / static_cast<double>(requests));
  std::size_t units_left = units;
  for (std::size_t i = 0; i < requests && units > 0; ++i) {
    const std::size_t own = units_left / (requests - i);
    parts[i] = static_cast<double>(own) / static_cast<double>(units);
    units_left -= own;
  }
  return parts;
}

}  // namespace

std::vector<double> ends_in_order(const SlowRequests& requests, std::size_t servers) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (std::size_t server = 0; server < servers; ++server) {
    free_at.push(0);
  }
  std::vector<double> ends;
  ends.reserve(requests.size());
  for (const SlowRequest& request : requests) {
    ends.push_back(std::max(request.arrival, free_at.top()) + request.service);
    free_at.pop();
    free_at.push(ends.back());
  }
  return ends;
}

std::vector<double> ends_by_readiness(const SlowRequests& requests, std::size_t streams) {
  std::vector<std::deque<std::size_t>> to_do;  // by client
  for (std::size_t i = 0; i < requests.size(); ++i) {
    to_do.resize(std::max(to_do.size(), requests[i].client + 1));
    to_do[requests[i].client].push_back(i);
  }
  std::vector<std::vector<double>> ends_of(to_do.size());  // by client
  const auto ready = [&](std::size_t client) {
    if (to_do[client].empty()) {
      return kNoMore;
    }
    const double arrival = requests[to_do[client].front()].arrival;
    const std::vector<double>& done = ends_of[client];
    return done.size() < streams ? arrival : std::max(arrival, done[done.size() - streams]);
  };
  std::vector<double> ends(requests.size());
  double now = 0;
  for (std::size_t served = 0; served < requests.size(); ++served) {
    std::size_t first = 0;
    for (std::size_t client = 1; client < to_do.size(); ++client) {
      first = ready(client) < ready(first) ? client : first;
    }
    const std::size_t request = to_do[first].front();
    now = std::max(now, ready(first)) + requests[request].service;
    to_do[first].pop_front();
    ends_of[first].push_back(now);
    ends[request] = now;
  }
  return ends;
}

std::vector<double> ends_shared(const SlowRequests& requests, std::size_t streams, std::size_t units) {
  SlowQueues queues(requests);
  std::vector<double> ends(requests.size());
  std::vector<double> left = services_of(requests);
  std::vector<std::size_t> served;     // in the order in which they began
  std::vector<std::size_t> served_of;  // by client: how many
  double now = 0;
  const auto serve = [&](std::size_t client) {
    served_of.resize(std::max(served_of.size(), client + 1));
    std::deque<std::size_t>& queue = queues.of(client);
    if (served_of[client] < streams && !queue.empty()) {
      served.push_back(queue.front());
      queue.pop_front();
      ++served_of[client];
    }
  };
  std::vector<double> parts;
  while (!served.empty() || queues.next_arrival() < kNoMore) {
    parts = parts_of_server(served.size(), units);
    std::size_t first = 0;  // that will be done
    double end = kNoMore;
    for (std::size_t i = 0; i < served.size(); ++i) {
      const double its_end = now + left[served[i]] / parts[i];
      first = its_end < end ? i : first;
      end = std::min(end, its_end);
    }
    const double until = std::min(end, queues.next_arrival());
    for (std::size_t i = 0; i < served.size(); ++i) {
      left[served[i]] = std::max(0.0, left[served[i]] - (until - now) * parts[i]);
    }
    now = until;
    if (end <= queues.next_arrival()) {
      const std::size_t done = served[first];
      ends[done] = now;
      served.erase(served.begin() + static_cast<std::ptrdiff_t>(first));
      --served_of[requests[done].client];
      serve(requests[done].client);
    } else {
      queues.admit_one(now);
      serve(requests[queues.admitted()].client);
    }
  }
  return ends;
}

std::vector<double> ends_preemptive(const SlowRequests& requests, double unstoppable) {
  SlowQueues queues(requests);
  std::vector<double> ends(requests.size());
  std::vector<double> left = services_of(requests);
  double now = 0;
  while (true) {
    queues.admit(now);
    std::deque<std::size_t>* queue = queues.first();
    if (queue == nullptr) {
      now = queues.next_arrival();
      if (now == kNoMore) {
        return ends;
      }
      continue;
    }
    const std::size_t request = queue->front();
    const double end = now + left[request];
    if (queues.next_arrival() < end - unstoppable) {
      left[request] = end - queues.next_arrival();
      now = queues.next_arrival();
    } else {
      ends[request] = now = end;
      queue->pop_front();
    }
  }
}

std::vector<double> ends_non_preemptive(const SlowRequests& requests) {
  SlowQueues queues(requests);
  std::vector<double> ends(requests.size());
  double now = 0;
  while (true) {
    queues.admit(now);
    std::deque<std::size_t>* queue = queues.first();
    if (queue != nullptr) {
      const std::size_t request = queue->front();
      queue->pop_front();
      ends[request] = now += requests[request].service;
    } else if (queues.next_arrival() < kNoMore) {
      now = queues.next_arrival();
    } else {
      return ends;
    }
  }
}

std::vector<double> ends_in_turns(const SlowRequests& requests, double slice) {
  SlowQueues queues(requests);
  std::vector<double> ends(requests.size());
  std::vector<double> left = services_of(requests);
  std::deque<std::size_t> turns;  // clients that have work, the one whose turn it is in front
  double now = 0;
  double slice_left = slice;
  const auto admit = [&] {
    while (queues.admit_one(now)) {
      const std::size_t client = requests[queues.admitted()].client;
      if (std::find(turns.begin(), turns.end(), client) == turns.end()) {
        turns.push_back(client);
      }
    }
  };
  while (true) {
    admit();
    if (turns.empty()) {
      now = queues.next_arrival();
      if (now == kNoMore) {
        return ends;
      }
      continue;
    }
    const std::size_t client = turns.front();
    const std::size_t request = queues.of(client).front();
    const double runs = std::min(left[request], slice_left);
    if (queues.next_arrival() < now + runs) {
      const double ran = queues.next_arrival() - now;
      left[request] -= ran;
      slice_left -= ran;
      now = queues.next_arrival();
      continue;
    }
    now += runs;
    left[request] -= runs;
    slice_left -= runs;
    if (left[request] == 0) {
      ends[request] = now;
      queues.of(client).pop_front();
    }
    admit();  // before its turn goes on
    if (queues.of(client).empty()) {
      turns.pop_front();
      slice_left = slice;
    } else if (slice_left == 0) {
      turns.pop_front();
      turns.push_back(client);
      slice_left = slice;
    }
  }
}

std::vector<std::vector<double>> answer_times(const std::vector<std::vector<SlowQuestion>>& users) {
  std::vector<std::vector<double>> times(users.size());
  std::vector<double> asks(users.size(), kNoMore);
  for (std::size_t user = 0; user < users.size(); ++user) {
    if (!users[user].empty()) {
      asks[user] = users[user].front().think;
    }
  }
  double free_at = 0;
  while (true) {
    const auto first = std::min_element(asks.begin(), asks.end());
    if (first == asks.end() || *first == kNoMore) {
      return times;
    }
    const auto user = static_cast<std::size_t>(first - asks.begin());
    const std::size_t question = times[user].size();
    free_at = std::max(free_at, *first) + users[user][question].service;
    times[user].push_back(free_at - *first);
    *first = question + 1 < users[user].size() ? free_at + users[user][question + 1].think : kNoMore;
  }
}

}  // namespace warpshop::test
