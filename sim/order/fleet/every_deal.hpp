#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Whether every deal of so few tasks may be looked at: at most ten tasks, at most 1024 ways of dealing those that
/// precedence connects to two devices or more, which know nothing of each other.
bool few_deals(const Fleet& fleet);

/// The policy's plan for the deal for which the fleet costs least, `known` if none is better than that; proven optimal
/// if no deal that keeps connected tasks together is left that might be better by more than the proofs of its parts and
/// this one allow, 1e-9 each. Requires few_deals(). A deal is left out where the lower bounds of its parts say that it
/// is no better than what has been found; the policy is asked once about some tasks on a device, and not again on
/// others like it.
Planned over_every_deal(const Policy& policy, const Fleet& fleet, const PlanOptions& options, const Planned& known);

/// By device the first one that is like it, its port on a bus included.
std::vector<std::size_t> first_alike(const Fleet& fleet);

/// Calls visit(dealt), dealt[device] being its groups, for every way to deal so many groups to devices. Of devices
/// alike the first one without tasks gets a group, so that deals that differ in which is which are visited once.
template <class Visit>
class EachDeal {
 public:
  EachDeal(std::size_t groups, const std::vector<std::size_t>& alike, const Visit& visit)
      : groups_(groups), alike_(alike), visit_(visit), dealt_(alike.size()) {
    deal(0);
  }

 private:
  void deal(std::size_t group) {
    if (group == groups_) {
      visit_(dealt_);
      return;
    }
    std::vector<bool> empty_one_seen(dealt_.size(), false);
    for (std::size_t device = 0; device < dealt_.size(); ++device) {
      if (dealt_[device].empty()) {
        if (empty_one_seen[alike_[device]]) {
          continue;
        }
        empty_one_seen[alike_[device]] = true;
      }
      dealt_[device].push_back(group);
      deal(group + 1);
      dealt_[device].pop_back();
    }
  }

  std::size_t groups_;
  const std::vector<std::size_t>& alike_;
  const Visit& visit_;
  std::vector<Groups> dealt_;
};

template <class Visit>
void for_each_deal(std::size_t groups, const std::vector<std::size_t>& alike, const Visit& visit) {
  EachDeal<Visit>(groups, alike, visit);
}

}  // namespace warpshop::order
