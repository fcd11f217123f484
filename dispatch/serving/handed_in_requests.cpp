#include "dispatch/serving/handed_in_requests.hpp"

#include <chrono>
#include <utility>

namespace warpshop::dispatch {
namespace {

constexpr Millis kAskAgain{0.05};  // for what threads hand in

Millis host_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

}  // namespace

Millis HandedInRequests::now() const {
  return host_now() - host_;
}

void HandedInRequests::set_out(Millis host) {
  if (!has_begun_.exchange(true)) {
    host_ = host;
    begun_.count_down();
  }
}

void HandedInRequests::hand_in(std::uint32_t client, Millis arrived, Told told) {
  {
    const std::scoped_lock lock(mutex_);
    if (!closed_) {
      queues_[client].push_back({.number = handed_in_++, .arrived = arrived, .told = std::move(told)});
      return;
    }
  }
  told(Answer::withdrawn, now());
}

void HandedInRequests::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
}

void HandedInRequests::stop() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  stopped_at_ = now();
}

void HandedInRequests::give_up() {
  set_out(host_now());
  stop();
  for (std::uint32_t client = 0; client < queues_.size(); ++client) {
    withdraw(client, [](Millis /*arrived*/) {});
    std::map<std::uint64_t, Told> served;
    {
      const std::scoped_lock lock(mutex_);
      served = std::exchange(served_[client], {});
    }
    for (const auto& [number, told] : served) {
      told(Answer::withdrawn, now());
    }
  }
}

/// While more may be handed in, at the soonest when somebody looks again.
Millis HandedInRequests::next(std::uint32_t client) const {
  const std::scoped_lock lock(mutex_);
  if (!queues_[client].empty()) {
    return queues_[client].front().arrived;
  }
  return closed_ ? kNone : now() + kAskAgain;
}

RequestFeed::Request HandedInRequests::take(std::uint32_t client) {
  const std::scoped_lock lock(mutex_);
  Waiting first = std::move(queues_[client].front());
  queues_[client].pop_front();
  served_[client].emplace(first.number, std::move(first.told));
  return {.number = first.number, .arrived = first.arrived};
}

void HandedInRequests::tell(std::uint32_t client, std::uint64_t request, Answer answer, Millis now) {
  Told told;
  {
    const std::scoped_lock lock(mutex_);
    told = std::move(served_[client].extract(request).mapped());
  }
  told(answer, now);
}

void HandedInRequests::answered(std::uint32_t client, std::uint64_t request, Millis now) {
  tell(client, request, Answer::answered, now);
}

void HandedInRequests::refused(std::uint32_t client, std::uint64_t request, Millis now) {
  tell(client, request, Answer::refused, now);
}

void HandedInRequests::withdraw(std::uint32_t client, const std::function<void(Millis arrived)>& unfinished) {
  std::deque<Waiting> waiting;
  {
    const std::scoped_lock lock(mutex_);
    waiting = std::exchange(queues_[client], {});
  }
  for (const Waiting& each : waiting) {
    unfinished(each.arrived);
    each.told(Answer::withdrawn, now());
  }
}

Millis HandedInRequests::closed_at() const {
  const std::scoped_lock lock(mutex_);
  return stopped_at_;
}

}  // namespace warpshop::dispatch
