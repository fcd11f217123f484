#include "sim/share/fairness_walk.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/model/units.hpp"

namespace warpshop::share {

double FairnessWalk::Probe::fairness() const {
  const auto [less, more] = std::minmax(compute, memory);
  return more > 0 ? less / more : 0;
}

FairnessWalk::FairnessWalk(Model model, std::size_t units, double enough)
    : model_(model), units_(units), enough_(enough), position_(model == Model::hsm ? units / 2 : units - 1) {
  lines_[0] = {0, 1};
  if (model == Model::hsm) {
    lines_[units] = {1, 0};
  }
}

void FairnessWalk::measured(double compute_rate, double memory_progress) {
  const auto n = static_cast<double>(units_);
  if (probes_.empty()) {
    alone_ = compute_rate * n / (n - 1);
  }
  const double share = static_cast<double>(position_) / n;
  const double compute = model_ == Model::hsm ? share : alone_ > 0 ? compute_rate / alone_ : 0;
  probes_.push_back({position_, compute, memory_progress});
  lines_[position_] = {compute, memory_progress};
  const auto fairest = std::max_element(probes_.begin(), probes_.end(), [](const Probe& a, const Probe& b) {
    return a.fairness() < b.fairness() && !tied(a.fairness(), b.fairness());
  });
  const auto probed = [&](std::size_t units) {
    return std::any_of(probes_.begin(), probes_.end(), [&](const Probe& each) { return each.units == units; });
  };
  const double equal = equal_point();
  const auto allowed = [&](double units) {
    return static_cast<std::size_t>(std::clamp(units, 1.0, static_cast<double>(units_ - 1)));
  };
  constexpr double kRounding = 1e-9;  // where the lines cross at a whole number, both are that
  const std::size_t up = allowed(std::ceil(equal - kRounding));
  const std::size_t down = allowed(std::floor(equal + kRounding));
  const std::size_t next = probed(up) ? down : up;
  const double reached = probes_.back().fairness();
  done_ = reached >= enough_ || tied(reached, enough_) || probed(next);
  position_ = done_ ? fairest->units : next;
}

/// Where the line of the one rises through that of the other, between the two probes around it.
double FairnessWalk::equal_point() const {
  auto right = std::find_if(lines_.begin(), lines_.end(),
                            [](const auto& point) { return point.second.first >= point.second.second; });
  if (right == lines_.end()) {
    return static_cast<double>(lines_.rbegin()->first);
  }
  const auto left = std::prev(right);  // lines_ starts with the memory-bound kernel ahead
  const double behind = left->second.second - left->second.first;
  const double ahead = right->second.first - right->second.second;
  const auto from = static_cast<double>(left->first);
  return from + (static_cast<double>(right->first) - from) * behind / (behind + ahead);
}

}  // namespace warpshop::share
