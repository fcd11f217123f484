#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/order/fleet/task_groups.hpp"

namespace warpshop::order {

/// By device the first one that is like it, its seat on a bus included.
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
