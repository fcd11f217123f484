#include "sim/order/fleet/ends_deal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::order {

EndsDeal::EndsDeal(const Fleet& fleet, Objective objective, std::span<const Order> groups, std::vector<Order> sequences,
                   SearchBudget& budget)
    : fleet_(&fleet),
      objective_(objective),
      groups_(groups),
      budget_(&budget),
      group_of_(list_of_each(groups)),
      device_of_(groups.size()),
      end_of_(fleet.size()),
      devices_(sequences.size()) {
  for (std::size_t device = 0; device < sequences.size(); ++device) {
    take(device, sequenced(device, std::move(sequences[device])));
  }
}

std::vector<Order> EndsDeal::parts() const {
  std::vector<Order> parts;
  for (const DeviceSequence& own : devices_) {
    Order& part = parts.emplace_back(own.sequence);
    std::sort(part.begin(), part.end());
  }
  return parts;
}

bool EndsDeal::better_than(const EndsDeal& other) const {
  std::vector<const DeviceSequence*> own;
  std::vector<const DeviceSequence*> others;
  for (std::size_t device = 0; device < devices_.size(); ++device) {
    own.push_back(&devices_[device]);
    others.push_back(&other.devices_[device]);
  }
  return less(own, others);
}

bool EndsDeal::exchange(std::size_t from, const Groups& given, std::size_t to, const Groups& returned, int shift) {
  if ((given.empty() && returned.empty()) || budget_->exhausted()) {
    return false;
  }
  auto [own, going] = parted(devices_[from].sequence, given);
  auto [others, coming] = parted(devices_[to].sequence, returned);
  merge(own, coming, shift);
  merge(others, going, shift);
  DeviceSequence giver = sequenced(from, std::move(own));
  DeviceSequence receiver = sequenced(to, std::move(others));
  if (!less(std::array<const DeviceSequence*, 2>{&giver, &receiver},
            std::array<const DeviceSequence*, 2>{&devices_[from], &devices_[to]})) {
    return false;
  }
  take(from, std::move(giver));
  take(to, std::move(receiver));
  return true;
}

bool EndsDeal::shift(std::size_t group, int places) {
  if (groups_[group].size() > 1 || budget_->exhausted() || !fleet_->tasks().precedence.empty()) {
    return false;
  }
  const std::size_t device = device_of_[group];
  Order sequence = devices_[device].sequence;
  const auto place = std::find(sequence.begin(), sequence.end(), groups_[group].front());
  const std::ptrdiff_t target = place - sequence.begin() + places;
  if (target < 0 || target >= static_cast<std::ptrdiff_t>(sequence.size())) {
    return false;
  }
  const auto other = sequence.begin() + target;
  place < other ? std::rotate(place, place + 1, other + 1) : std::rotate(other, place, place + 1);
  DeviceSequence shifted = sequenced(device, std::move(sequence));
  if (!less(std::array<const DeviceSequence*, 1>{&shifted}, std::array<const DeviceSequence*, 1>{&devices_[device]})) {
    return false;
  }
  take(device, std::move(shifted));
  return true;
}

std::vector<std::size_t> EndsDeal::near(std::size_t group, std::size_t device, std::size_t most) const {
  const Millis end = end_of_[groups_[group].front()];
  const auto distance = [&](std::size_t other) {
    const Millis away = end_of_[groups_[other].front()] - end;
    return std::max(away, -away);
  };
  std::vector<std::size_t> near;
  for (const std::uint32_t task : devices_[device].sequence) {
    if (groups_[group_of_[task]].size() == 1) {
      near.push_back(group_of_[task]);
    }
  }
  const std::size_t count = std::min(most, near.size());
  std::partial_sort(
      near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end(),
      [&](std::size_t a, std::size_t b) { return distance(a) != distance(b) ? distance(a) < distance(b) : a < b; });
  near.resize(count);
  return near;
}

EndsDeal::DeviceSequence EndsDeal::sequenced(std::size_t device, Order sequence) {
  const Instance& instance = fleet_->devices[device];
  budget_->spend(static_cast<std::int64_t>(sequence.size()) + 1);
  DeviceSequence own{.sequence = std::move(sequence), .ends = {}, .costs = {}};
  if (!own.sequence.empty()) {
    own.ends = evaluate::ends(instance, own.sequence);
  }
  double sum = 0;
  for (std::size_t position = 0; position < own.sequence.size(); ++position) {
    const std::uint32_t task = own.sequence[position];
    if (objective_ == Objective::weighted_completion) {
      sum += instance.weight(task) * own.ends[position].count();
    } else if (objective_ == Objective::makespan) {
      own.costs.push_back(own.ends[position].count());
    } else if (instance.due_date(task) < kNoDueDate) {
      own.costs.push_back((own.ends[position] - instance.due_date(task)).count());
    }
  }
  if (objective_ == Objective::weighted_completion) {
    own.costs.push_back(sum);
  }
  std::sort(own.costs.begin(), own.costs.end(), std::greater<>());
  return own;
}

/// The tasks of other groups and those of these, in sequence.
std::pair<Order, Order> EndsDeal::parted(const Order& sequence, const Groups& groups) const {
  if (groups.empty()) {
    return {sequence, {}};
  }
  std::vector<bool> goes(groups_.size(), false);
  for (const std::size_t group : groups) {
    goes[group] = true;
  }
  std::pair<Order, Order> parted;
  parted.first.reserve(sequence.size());
  for (const std::uint32_t task : sequence) {
    (goes[group_of_[task]] ? parted.second : parted.first).push_back(task);
  }
  return parted;
}

/// Each before the first behind the one before it that has ended later, wherever that was, or so many places behind
/// that.
void EndsDeal::merge(Order& sequence, const Order& coming, int shift) const {
  const bool single = coming.size() == 1;
  for (auto place = sequence.begin(); const std::uint32_t task : coming) {
    place = std::find_if(place, sequence.end(), [&](auto other) { return end_of_[task] < end_of_[other]; });
    if (single) {
      const std::ptrdiff_t target = place - sequence.begin() + shift;
      place = sequence.begin() + std::clamp<std::ptrdiff_t>(target, 0, std::ssize(sequence));
    }
    place = sequence.insert(place, task) + 1;
  }
}

/// Lexicographically, by the largest costs first, and by more than rounding; sums by their sum.
bool EndsDeal::less(std::span<const DeviceSequence* const> some, std::span<const DeviceSequence* const> others) const {
  const auto all = [&](std::span<const DeviceSequence* const> sequences) {
    std::vector<double> costs;
    for (const DeviceSequence* own : sequences) {
      const std::ptrdiff_t before = std::ssize(costs);
      costs.insert(costs.end(), own->costs.begin(), own->costs.end());
      std::inplace_merge(costs.begin(), costs.begin() + before, costs.end(), std::greater<>());
    }
    if (objective_ == Objective::weighted_completion) {
      double sum = 0;
      for (const double cost : costs) {
        sum += cost;
      }
      return std::vector{sum};
    }
    return costs;
  };
  const std::vector<double> a = all(some);
  const std::vector<double> b = all(others);
  double latest = 0;
  for (const DeviceSequence* own : others) {
    latest = own->ends.empty() ? latest : std::max(latest, own->ends.back().count());
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double tolerance = kTieTolerance * std::max(latest, std::abs(b[i]));
    if (std::abs(a[i] - b[i]) > tolerance) {
      return a[i] < b[i];
    }
  }
  return false;
}

void EndsDeal::take(std::size_t device, DeviceSequence own) {
  for (std::size_t position = 0; position < own.sequence.size(); ++position) {
    end_of_[own.sequence[position]] = own.ends[position];
    device_of_[group_of_[own.sequence[position]]] = device;
  }
  devices_[device] = std::move(own);
}

}  // namespace warpshop::order
