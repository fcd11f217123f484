#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/model/split.hpp"
#include "sim/order/insertion/insertion.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {
namespace {

/// Tasks of a lot, at most.
constexpr std::size_t kLot = 16;

/// K > H2D + D2H, times alone.
bool kernel_dominant(const Job& job) {
  return job.kernel > job.alone(Stage::h2d) + job.alone(Stage::d2h);
}

/// Both kinds of tasks, each in input order, mixed evenly: the i-th of c tasks of a kind is due at (i + 1/2) / c.
Order evenly_mixed(const Instance& instance) {
  Order kernels;
  Order transfers;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    (kernel_dominant(instance.jobs[task]) ? kernels : transfers).push_back(task);
  }
  Order mixed;
  mixed.reserve(instance.size());
  std::size_t k = 0;
  std::size_t t = 0;
  while (mixed.size() < instance.size()) {
    // where one kind is used up, the other one is due
    const bool kernel_due = (2 * k + 1) * transfers.size() <= (2 * t + 1) * kernels.size();
    mixed.push_back(kernel_due ? kernels[k++] : transfers[t++]);
  }
  return mixed;
}

/// As few lots as possible, as equal in length as possible.
std::vector<Order> balanced_lots(const Instance& instance) {
  const Order mixed = evenly_mixed(instance);
  const std::size_t count = (mixed.size() + kLot - 1) / kLot;
  std::vector<Order> lots;
  lots.reserve(count);
  std::size_t begin = 0;
  for (std::size_t lot = 1; lot <= count; ++lot) {
    const std::size_t end = mixed.size() * lot / count;
    lots.emplace_back(mixed.begin() + static_cast<std::ptrdiff_t>(begin),
                      mixed.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return lots;
}

}  // namespace

/// S5 3.6.2: lots of 16 tasks with their share of kernel-dominant and transfer-dominant ones, each ordered by itself as
/// by neh-gpu, one after the other. O(16² n).
Planned lots(const Instance& instance, const PlanOptions& options) {
  const std::vector<Order> lots = balanced_lots(instance);
  const std::vector<Instance> parts = in_groups(instance, lots);
  Order order;
  order.reserve(instance.size());
  for (std::size_t lot = 0; lot < lots.size(); ++lot) {
    for (const std::uint32_t position : insertion(parts[lot]).plan.order) {
      order.push_back(lots[lot][position]);
    }
  }
  return ordered(instance, std::move(order), options);
}

}  // namespace warpshop::order
