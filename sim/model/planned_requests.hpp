#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/request_feed.hpp"
#include "sim/model/request_source.hpp"

namespace warpshop {

/// The arrivals that a workload describes, the same wherever the seed is the same.
class PlannedRequests final : public RequestFeed {
 public:
  /// Keeps a reference. horizon > 0.
  PlannedRequests(const ClientSet& clients, Millis horizon, std::uint64_t seed) {
    sources_.reserve(clients.all.size());
    for (const Client& client : clients.all) {
      sources_.emplace_back(client, horizon.count(), seed);
    }
  }

  Millis next(std::uint32_t client) const override { return Millis{sources_[client].next()}; }
  Request take(std::uint32_t client) override {
    const Millis arrived = next(client);
    return {.number = sources_[client].take(), .arrived = arrived};
  }
  void answered(std::uint32_t client, std::uint64_t /*request*/, Millis now) override {
    sources_[client].answered(now.count());
  }
  void refused(std::uint32_t client, std::uint64_t request, Millis now) override { answered(client, request, now); }
  void withdraw(std::uint32_t client, const std::function<void(Millis arrived)>& unfinished) override {
    sources_[client].take_rest([&](double arrived) { unfinished(Millis{arrived}); });
  }
  /// How much work a request has, relative to what the workload says.
  double demand(std::uint32_t client, std::uint64_t request) const { return sources_[client].demand(request); }

 private:
  std::vector<RequestSource> sources_;  ///< by client
};

}  // namespace warpshop
