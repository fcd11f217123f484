#include "sim/order/fleet/device_part.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/model/split.hpp"

namespace warpshop::order {

Instance part_of(const Instance& instance, const Order& tasks) {
  return std::move(split(instance, std::span(&tasks, 1)).front());
}

Plan in_all_tasks(Plan plan, const Order& tasks) {
  for (std::uint32_t& task : plan.order) {
    task = tasks[task];
  }
  for (Gate& gate : plan.gates) {
    gate = {.d2h = tasks[gate.d2h], .h2d = tasks[gate.h2d]};
  }
  return plan;
}

}  // namespace warpshop::order
