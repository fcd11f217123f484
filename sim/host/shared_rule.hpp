#pragma once

#include <vector>

#include "sim/host/applications.hpp"
#include "sim/host/server.hpp"

namespace warpshop::host {

/// S1's `os`, and with fewer copies of the best-effort work `static-opt`: every query starts at once with a thread for
/// each core, every copy is a thread; all threads that can run share all cores evenly, and the cache by the traffic
/// that they make. Where threads are more than cores, each runs for part = cores / threads of the time, and a query,
/// whose threads wait for each other, loses crowding_loss · (1 - part) of its speed. Ours; S1 prints results alone.
class SharedRule final : public ServerRule {
 public:
  /// copies: of each best-effort work, ≥ 0.
  SharedRule(const Processor& processor, const QueryApplication& application, std::vector<int> copies,
             double crowding_loss);

  void decide(ServerState& state) override;

 private:
  void share_ways(ServerState& state) const;

  Processor processor_;
  QueryApplication application_;
  std::vector<int> copies_;
  double crowding_loss_;
};

}  // namespace warpshop::host
