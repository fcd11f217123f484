#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {

/// What a search may change.
enum class Changes : std::uint8_t { orders, orders_and_gates };

/// An order with gates.
struct SlotOrder {
  Order order;
  std::vector<std::uint32_t> gates;  ///< by slot, see evaluate::SlotGates; empty: there are none
};

/// Calls visit(SlotOrder) for every order of an instance that keeps precedence, with every choice of gates that differs
/// in what it does: D2Hs keep their order, so one behind another waits for a later H2D than that one, or for none. n
/// tasks have n! Cₙ of them at most, Cₙ Catalan's numbers 1, 2, 5, 14, 42, 132. Whoever keeps the first of equal ones
/// keeps no needless gate.
template <class Visit>
class EachSlotOrder {
 public:
  EachSlotOrder(const Instance& instance, Changes changes, const Visit& visit)
      : gated_(changes == Changes::orders_and_gates),
        visit_(visit),
        eligibility_(instance),
        taken_(instance.size(), false),
        slots_{.order = Order(instance.size()), .gates = std::vector<std::uint32_t>(gated_ ? instance.size() : 0)} {
    order_from(0);
  }

 private:
  void order_from(std::uint32_t slot) {
    if (slot == slots_.order.size()) {
      gates_from(0, 0);
      return;
    }
    for (std::uint32_t task = 0; task < taken_.size(); ++task) {
      if (taken_[task] || !eligibility_.eligible(task)) {
        continue;
      }
      taken_[task] = true;
      slots_.order[slot] = task;
      eligibility_.take(task);
      order_from(slot + 1);
      eligibility_.give_back(task);
      taken_[task] = false;
    }
  }
  /// last: what the D2Hs before this slot wait for.
  void gates_from(std::uint32_t slot, std::uint32_t last) {
    if (slot == slots_.gates.size()) {
      visit_(slots_);
      return;
    }
    slots_.gates[slot] = slot;
    gates_from(slot + 1, last);
    for (std::uint32_t gate = std::max(slot, last) + 1; gate < slots_.gates.size(); ++gate) {
      slots_.gates[slot] = gate;
      gates_from(slot + 1, gate);
    }
  }

  bool gated_;
  const Visit& visit_;
  Eligibility eligibility_;
  std::vector<bool> taken_;
  SlotOrder slots_;
};

template <class Visit>
void for_each_slot_order(const Instance& instance, Changes changes, const Visit& visit) {
  EachSlotOrder<Visit>(instance, changes, visit);
}

}  // namespace warpshop::order
