#include "sim/order/fleet/sequenced_hands.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::order {

SequencedHands::SequencedHands(const Fleet& fleet, Objective objective, std::span<const Order> groups,
                               std::vector<Order> sequences, SearchBudget& budget)
    : fleet_(&fleet),
      objective_(objective),
      groups_(groups),
      budget_(&budget),
      group_of_(fleet.size()),
      device_of_(groups.size()),
      end_of_(fleet.size()),
      hands_(sequences.size()) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const std::uint32_t task : groups[group]) {
      group_of_[task] = group;
    }
  }
  for (std::size_t device = 0; device < sequences.size(); ++device) {
    take(device, hand_of(device, std::move(sequences[device])));
  }
}

std::vector<Order> SequencedHands::parts() const {
  std::vector<Order> parts;
  for (const Hand& hand : hands_) {
    Order& part = parts.emplace_back(hand.sequence);
    std::sort(part.begin(), part.end());
  }
  return parts;
}

bool SequencedHands::better_than(const SequencedHands& other) const {
  std::vector<const Hand*> own;
  std::vector<const Hand*> others;
  for (std::size_t device = 0; device < hands_.size(); ++device) {
    own.push_back(&hands_[device]);
    others.push_back(&other.hands_[device]);
  }
  return less(own, others);
}

bool SequencedHands::exchange(std::size_t from, const std::vector<std::size_t>& given, std::size_t to,
                              const std::vector<std::size_t>& returned, int shift) {
  if ((given.empty() && returned.empty()) || budget_->exhausted()) {
    return false;
  }
  auto [own, going] = parted(hands_[from].sequence, given);
  auto [others, coming] = parted(hands_[to].sequence, returned);
  merge(own, coming, shift);
  merge(others, going, shift);
  Hand giver = hand_of(from, std::move(own));
  Hand receiver = hand_of(to, std::move(others));
  if (!less(std::array<const Hand*, 2>{&giver, &receiver}, std::array<const Hand*, 2>{&hands_[from], &hands_[to]})) {
    return false;
  }
  take(from, std::move(giver));
  take(to, std::move(receiver));
  return true;
}

bool SequencedHands::shift(std::size_t group, int places) {
  if (groups_[group].size() > 1 || budget_->exhausted() || !fleet_->tasks().precedence.empty()) {
    return false;
  }
  const std::size_t device = device_of_[group];
  Order sequence = hands_[device].sequence;
  const auto place = std::find(sequence.begin(), sequence.end(), groups_[group].front());
  const std::ptrdiff_t target = place - sequence.begin() + places;
  if (target < 0 || target >= static_cast<std::ptrdiff_t>(sequence.size())) {
    return false;
  }
  const auto other = sequence.begin() + target;
  place < other ? std::rotate(place, place + 1, other + 1) : std::rotate(other, place, place + 1);
  Hand shifted = hand_of(device, std::move(sequence));
  if (!less(std::array<const Hand*, 1>{&shifted}, std::array<const Hand*, 1>{&hands_[device]})) {
    return false;
  }
  take(device, std::move(shifted));
  return true;
}

std::vector<std::size_t> SequencedHands::near(std::size_t group, std::size_t device, std::size_t most) const {
  const Millis end = end_of_[groups_[group].front()];
  const auto distance = [&](std::size_t other) {
    const Millis away = end_of_[groups_[other].front()] - end;
    return std::max(away, -away);
  };
  std::vector<std::size_t> near;
  for (const std::uint32_t task : hands_[device].sequence) {
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

SequencedHands::Hand SequencedHands::hand_of(std::size_t device, Order sequence) {
  const Instance& instance = fleet_->devices[device];
  budget_->spend(static_cast<std::int64_t>(sequence.size()) + 1);
  Hand hand{.sequence = std::move(sequence), .ends = {}, .costs = {}};
  if (!hand.sequence.empty()) {
    hand.ends = evaluate::ends(instance, hand.sequence);
  }
  double sum = 0;
  for (std::size_t place = 0; place < hand.sequence.size(); ++place) {
    const std::uint32_t task = hand.sequence[place];
    if (objective_ == Objective::weighted_completion) {
      sum += instance.weight(task) * hand.ends[place].count();
    } else if (objective_ == Objective::makespan) {
      hand.costs.push_back(hand.ends[place].count());
    } else if (instance.due_date(task) < kNoDueDate) {
      hand.costs.push_back((hand.ends[place] - instance.due_date(task)).count());
    }
  }
  if (objective_ == Objective::weighted_completion) {
    hand.costs.push_back(sum);
  }
  std::sort(hand.costs.begin(), hand.costs.end(), std::greater<>());
  return hand;
}

/// The tasks of other groups and those of these, in sequence.
std::pair<Order, Order> SequencedHands::parted(const Order& sequence, const std::vector<std::size_t>& groups) const {
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
void SequencedHands::merge(Order& sequence, const Order& coming, int shift) const {
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
bool SequencedHands::less(std::span<const Hand* const> some, std::span<const Hand* const> others) const {
  const auto all = [&](std::span<const Hand* const> hands) {
    std::vector<double> costs;
    for (const Hand* hand : hands) {
      const std::ptrdiff_t before = std::ssize(costs);
      costs.insert(costs.end(), hand->costs.begin(), hand->costs.end());
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
  for (const Hand* hand : others) {
    latest = hand->ends.empty() ? latest : std::max(latest, hand->ends.back().count());
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double tolerance = kTieTolerance * std::max(latest, std::abs(b[i]));
    if (std::abs(a[i] - b[i]) > tolerance) {
      return a[i] < b[i];
    }
  }
  return false;
}

void SequencedHands::take(std::size_t device, Hand hand) {
  for (std::size_t place = 0; place < hand.sequence.size(); ++place) {
    end_of_[hand.sequence[place]] = hand.ends[place];
    device_of_[group_of_[hand.sequence[place]]] = device;
  }
  hands_[device] = std::move(hand);
}

}  // namespace warpshop::order
