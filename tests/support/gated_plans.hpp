#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::test {

/// Calls visit(order, gates), gates by slot, for every order of the instance with every choice of gates that differs in
/// what it does: a D2H behind another waits for a later H2D than that one, or for none.
template <class Visit>
class GatedPlans {
 public:
  GatedPlans(const Instance& instance, Visit visit)
      : order_(order_of(instance.size())), gates_(instance.size()), visit_(visit) {
    do {
      choose(0, 0);
    } while (std::next_permutation(order_.begin(), order_.end()));
  }

 private:
  void choose(std::uint32_t slot, std::uint32_t last) {
    if (slot == order_.size()) {
      visit_(order_, gates_);
      return;
    }
    gates_[slot] = slot;
    choose(slot + 1, last);
    for (std::uint32_t gate = std::max(slot, last) + 1; gate < order_.size(); ++gate) {
      gates_[slot] = gate;
      choose(slot + 1, gate);
    }
  }

  Order order_;
  std::vector<std::uint32_t> gates_;
  Visit visit_;
};

template <class Visit>
void for_each_gated_plan(const Instance& instance, Visit visit) {
  GatedPlans<Visit>(instance, visit);
}

}  // namespace warpshop::test
