#include "dispatch/beside/request_log.hpp"

#include <chrono>

namespace warpshop::dispatch {

Millis RequestLog::now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::uint64_t RequestLog::begin(std::uint32_t application, Millis queued, Millis at) {
  const std::scoped_lock lock(mutex_);
  requests_[++last_] = {.number = last_, .application = application, .queued = queued, .begun = at, .ended = {}};
  return last_;
}

void RequestLog::end(std::uint64_t number, Millis device, Millis at) noexcept {
  const std::scoped_lock lock(mutex_);
  RequestUnderWay& request = requests_.find(number)->second;
  request.ended = at;
  request.device = device;
  ++ended_;
  over_target_ += request.queued + (at - request.begun) > target_ ? 1 : 0;
}

void RequestLog::drop(std::uint64_t number) noexcept {
  const std::scoped_lock lock(mutex_);
  requests_.erase(number);
}

std::vector<RequestUnderWay> RequestLog::since_last() {
  const std::scoped_lock lock(mutex_);
  std::vector<RequestUnderWay> all;
  all.reserve(requests_.size());
  for (const auto& [number, request] : requests_) {
    all.push_back(request);
  }
  std::erase_if(requests_, [](const auto& request) { return request.second.ended.has_value(); });
  return all;
}

std::uint64_t RequestLog::ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

std::uint64_t RequestLog::over_target() const {
  const std::scoped_lock lock(mutex_);
  return over_target_;
}

}  // namespace warpshop::dispatch
