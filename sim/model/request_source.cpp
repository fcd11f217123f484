#include "sim/model/request_source.hpp"

#include <variant>

namespace warpshop {
namespace {

enum Purpose : std::uint64_t { kGap, kThink, kPart, kDemand };

template <class... Cases>
struct Either : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Either(Cases...) -> Either<Cases...>;

constexpr double kMillisPerSecond = 1000;

}  // namespace

RequestSource::RequestSource(const Client& client, double horizon, std::uint64_t seed)
    : client_(client),
      horizon_(horizon),
      gaps_(seed, stats::owner_of(client.name), kGap),
      thinks_(seed, stats::owner_of(client.name), kThink),
      parts_(seed, stats::owner_of(client.name), kPart),
      demands_(seed, stats::owner_of(client.name), kDemand) {
  if (const auto* closed = std::get_if<ClosedArrivals>(&client.arrivals)) {
    for (std::uint32_t user = 0; user < closed->users; ++user) {
      answered(0);
    }
  }
  find_next();
}

double RequestSource::next_user() const {
  if (thinking_.empty()) {
    return kNoRequest;
  }
  return thinking_.top();
}

void RequestSource::find_next() {
  next_ = std::visit(Either{[&](const PoissonArrivals& poisson) {
                              last_ += gaps_.exponential(taken_) * kMillisPerSecond / poisson.rate.value;
                              return last_;
                            },
                            [&](const PeriodicArrivals& periodic) {
                              return (periodic.offset + static_cast<double>(taken_) * periodic.period).count();
                            },
                            [&](const ClosedArrivals&) { return next_user(); },
                            [&](const ArrivalsAtOnce& at_once) { return taken_ < at_once.requests ? 0.0 : kNoRequest; },
                            [&](const RecordedArrivals& recorded) {
                              return taken_ < recorded.times.size() ? recorded.times[taken_].count() : kNoRequest;
                            }},
                     client_.arrivals);
  if (!(next_ < horizon_)) {
    next_ = kNoRequest;
  }
}

std::uint64_t RequestSource::take() {
  const std::uint64_t request = taken_++;
  if (!thinking_.empty()) {
    thinking_.pop();
  }
  find_next();
  return request;
}

void RequestSource::answered(double now) {
  const auto* closed = std::get_if<ClosedArrivals>(&client_.arrivals);
  if (closed == nullptr) {
    return;
  }
  const double factor = closed->exponential ? thinks_.exponential(thought_) : 1;
  ++thought_;
  thinking_.push(now + factor * closed->think.count());
  find_next();
}

double RequestSource::demand(std::uint64_t request) const {
  if (client_.demand.empty()) {
    return 1;
  }
  double left = parts_.unit(request);
  const DemandPart* chosen = &client_.demand.back();
  for (const DemandPart& each : client_.demand) {
    left -= each.part;
    if (left < 0) {
      chosen = &each;
      break;
    }
  }
  return chosen->mean * demands_.exponential(request);
}

}  // namespace warpshop
