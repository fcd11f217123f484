#include "sim/host/shared_rule.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace warpshop::host {

SharedRule::SharedRule(const Processor& processor, const QueryApplication& application, std::vector<int> copies,
                       double crowding_loss)
    : processor_(processor), application_(application), copies_(std::move(copies)), crowding_loss_(crowding_loss) {}

void SharedRule::decide(ServerState& state) {
  while (!state.waiting.empty()) {
    state.start_first();
  }
  const double of_query = busy_cores(application_.parallel_part, processor_.all.cores);
  const double threads =
      of_query * static_cast<double>(state.active.size()) + std::accumulate(copies_.begin(), copies_.end(), 0);
  const double part = std::min(1.0, processor_.all.cores / threads);  // of no threads: infinite
  for (ServerState::Active& active : state.active) {
    active.cores = of_query * part * (1 - crowding_loss_ * (1 - part));
  }
  for (std::size_t place = 0; place < copies_.size(); ++place) {
    state.best_effort[place].cores = copies_[place] * part;
  }
  share_ways(state);
}

void SharedRule::share_ways(ServerState& state) const {
  double traffic = 0;
  for (const Running& work : state.best_effort) {
    traffic += work.cores * work.use.traffic.value;
  }
  for (const ServerState::Active& active : state.active) {
    traffic += active.cores * application_.use.traffic.value;
  }
  const double ways = traffic > 0 ? processor_.all.ways / traffic : 0;
  for (Running& work : state.best_effort) {
    work.ways = ways * work.cores * work.use.traffic.value;
  }
  for (ServerState::Active& active : state.active) {
    active.ways = ways * active.cores * application_.use.traffic.value;
  }
}

}  // namespace warpshop::host
