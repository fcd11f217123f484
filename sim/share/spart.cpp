#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/model/share.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

namespace {

/// By task: the share of its client; of those that have none 1.
std::vector<double> shares_of(const Instance& instance, const std::vector<double>& given) {
  std::vector<double> shares(instance.size(), 1);
  const Clients clients(instance);
  for (std::uint32_t task = 0; task < instance.size() && !given.empty(); ++task) {
    if (instance.jobs[task].has[index(Stage::kernel)]) {
      shares[task] = given[clients.number(task) % given.size()];
    }
  }
  return shares;
}

}  // namespace

/// Spatial partitioning: all kernels that are there have equal shares of the SMs, in whole numbers (S1 2.5); or shares
/// as their clients have, at least an SM each. Kernels that share with nobody wait until nobody runs.
Controller spart(const Instance& instance, const Share& share) {
  return [&instance, share_of = shares_of(instance, share.settings.numbers("shares"))](const Observation& seen) {
    Decision decision;
    std::vector<std::uint32_t> together;
    for (const Running& kernel : seen.running) {
      together.push_back(kernel.task);
    }
    const std::uint32_t sms = sms_of(instance);
    const bool alone = together.size() == 1 && !shape(instance, together.front());
    for (const std::uint32_t task : seen.ready) {
      const bool shares = shape(instance, task).has_value();
      if (together.empty() || (!alone && shares && together.size() < sms)) {
        together.push_back(task);
      }
      if (!shares) {
        break;  // its turn comes when those ahead have ended
      }
    }
    double left = 0;  // shares of those that have no SMs yet
    for (const std::uint32_t task : together) {
      left += share_of[task];
    }
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < together.size(); ++i) {
      const auto others = static_cast<std::uint32_t>(together.size() - i - 1);
      const double part = (sms - first) * share_of[together[i]] / left;
      const auto own =
          others == 0 ? sms - first : std::clamp(static_cast<std::uint32_t>(part), 1U, sms - first - others);
      decision.allocations.emplace_back(together[i], all_on(first, own));
      first += own;
      left -= share_of[together[i]];
    }
    return decision;
  };
}

}  // namespace warpshop::share
