#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "sim/model/error.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/mig_tables.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

/// A client goes to the instance that is given away last so far among those with fewest clients, and stays there; the
/// kernels of an instance share it as without limits.
class MigInstances {
 public:
  MigInstances(const Instance& instance, const Share& share) : clients_(instance), partitions_(share.partitions) {}

  Decision decide(const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.ready) {
      const MemoryPartition& own = partitions_[partition_of(clients_.of(task))];
      decision.allocations.emplace_back(task, all_on(own.first, own.sms));
    }
    return decision;
  }

 private:
  std::size_t partition_of(std::uint32_t client) {
    const auto [known, is_new] = homes_.try_emplace(client, 0);
    if (is_new) {
      held_.resize(partitions_.size());
      known->second = static_cast<std::size_t>(std::min_element(held_.begin(), held_.end()) - held_.begin());
      ++held_[known->second];
    }
    return known->second;
  }

  Clients clients_;
  std::vector<MemoryPartition> partitions_;
  std::map<std::uint32_t, std::size_t> homes_;  ///< of clients
  std::vector<std::size_t> held_;               ///< clients of each partition
};

Controller start_mig(const Instance& instance, const Share& share) {
  const auto state = std::make_shared<MigInstances>(instance, share);
  return [state](const Observation& seen) { return state->decide(seen); };
}

Share cut(const Instance& instance, const std::vector<std::size_t>& layout) {
  const MigModel& mig = instance.chip->mig;
  Share share{.policy = "mig",
              .to_set = "compute slices of each MIG instance",
              .settable = Settable::mig_instances,
              .form = KernelForm::plain,
              .start = start_mig};
  std::uint32_t first = 0;
  for (const std::size_t each : layout) {
    const MigProfile& profile = mig.profiles[each];
    const double memory = static_cast<double>(profile.memory) / static_cast<double>(mig.memory_slices);
    share.split.push_back(static_cast<double>(profile.compute));
    share.partitions.push_back({first, profile.sms, memory, profile.name});
    first += profile.sms;
  }
  return share;
}

}  // namespace

/// MIG: the chip cut into instances with SMs and memory bandwidth of their own, each client in one of them; the cut
/// that is given as compute slices (3, 2, 2 in any order), or the best. Copies share the link as without MIG. The chip
/// has MIG. Throws InputError: it cannot be cut so.
Planned mig(const Instance& instance, const PlanOptions& options) {
  std::vector<double> wanted = options.split;
  std::sort(wanted.begin(), wanted.end(), std::greater<>());
  Planned best;
  for (const std::vector<std::size_t>& layout : mig_layouts(instance.chip->mig)) {
    Share share = cut(instance, layout);
    if (!wanted.empty() && share.split != wanted) {
      continue;
    }
    Planned planned = share_plan(instance, options, std::move(share));
    if (!best.plan.share || clearly_less(planned.predicted, best.predicted)) {
      best = std::move(planned);
    }
  }
  if (!best.plan.share) {
    throw InputError(
        "policy mig cannot cut this chip so, expected compute slices of instances to which none can be added, such as "
        "3/2/2 or 4/3");
  }
  return best;
}

}  // namespace warpshop::share
