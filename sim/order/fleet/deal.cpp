#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/order/draws.hpp"
#include "sim/order/fleet/hands.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/fleet/sequence_deal.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {
namespace {

/// What changes may cost, see Hands.
constexpr std::int64_t kSpentOnDeals = 500'000;
/// The same where deals by sequences go before: neh-gpu then simulates every trial.
constexpr std::int64_t kSpentOnDealsByEnds = 250'000;
/// How often a deal that no change improves is mixed up, to start from anew.
constexpr int kKicks = 8;
constexpr int kGroupsMixedUp = 2;
/// Of a budget of time, for the deal by load and for changes of it.
constexpr double kShareByLoad = 0.125;
constexpr double kShareByCost = 0.375;

Budget share(const Budget& budget, double share) {
  return {.evaluations = {}, .time = budget.time ? std::optional(*budget.time * share) : std::nullopt};
}

bool exchange_any(Hands& hands, std::size_t from, std::size_t to, const SearchBudget& budget) {
  const std::size_t own = hands.groups(from);
  const std::size_t others = hands.groups(to);
  for (std::size_t given = 0; given < own; ++given) {
    for (std::size_t returned = 0; returned <= others && !budget.exhausted(); ++returned) {
      if (hands.exchange(from, given, to, returned)) {
        return true;
      }
    }
  }
  return false;
}

/// The first exchange found that is for the better; whether there was one.
bool improve(Hands& hands, std::size_t devices, const SearchBudget& budget) {
  for (const std::uint32_t from : hands.givers()) {
    for (std::size_t to = 0; to < devices; ++to) {
      if (to != from && exchange_any(hands, from, to, budget)) {
        return true;
      }
    }
  }
  return false;
}

/// Whether it counts when tasks end, beside how busy they keep a device.
bool ends_count(const Fleet& fleet, Objective objective) {
  const std::vector<Job>& jobs = fleet.tasks().jobs;
  return objective != Objective::makespan ||
         std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.release > Millis{0}; });
}

/// From the one of these deals that costs least, by exchanges.
std::vector<Order> deal_by_cost(const Fleet& fleet, const Options& options,
                                const std::vector<std::vector<Order>>& starts, std::int64_t spent_at_most) {
  SearchBudget budget(share(options.budget, kShareByCost), spent_at_most);
  const Millis least = evaluate::lower_bound(fleet, options.objective);
  const auto open = [&](const Hands& hands) { return !budget.exhausted() && clearly_less(least, hands.cost()); };
  const auto descend = [&](Hands& hands) {
    while (open(hands) && improve(hands, fleet.devices.size(), budget)) {
    }
  };
  Hands best(fleet, options.objective, starts.front(), budget);
  for (std::size_t start = 1; start < starts.size(); ++start) {
    Hands other(fleet, options.objective, starts[start], budget);
    if (clearly_less(other.cost(), best.cost())) {
      best = std::move(other);
    }
  }
  descend(best);
  Draws draws(1);
  for (int kick = 0; kick < kKicks && open(best); ++kick) {
    Hands mixed = best;
    mixed.mix_up(kGroupsMixedUp, draws);
    descend(mixed);
    if (clearly_less(mixed.cost(), best.cost())) {
      best = std::move(mixed);
    }
  }
  return best.parts();
}

std::vector<Order> deal_to_several(const Fleet& fleet, const Options& options) {
  std::vector<std::vector<Order>> starts{deal_by_load(fleet, share(options.budget, kShareByLoad))};
  std::int64_t spent_at_most = kSpentOnDeals;
  if (ends_count(fleet, options.objective)) {
    Options own = options;
    own.budget = share(options.budget, kShareByLoad);
    starts.insert(starts.begin(), deal_by_sequences(fleet, own, starts.front()));
    spent_at_most = kSpentOnDealsByEnds;
  }
  std::int64_t first_plans = 0;
  for (const std::vector<Order>& parts : starts) {
    for (const Order& part : parts) {
      first_plans += Hands::spent_on_plan(part.size());
    }
  }
  return first_plans < spent_at_most ? deal_by_cost(fleet, options, starts, spent_at_most) : starts.front();
}

}  // namespace

Dealt deal(const Fleet& fleet, const Options& options) {
  if (fleet.single()) {
    return {.parts = {input_order(fleet.size())}};
  }
  const auto start = std::chrono::steady_clock::now();
  Dealt dealt{.parts = deal_to_several(fleet, options)};
  dealt.took = std::chrono::steady_clock::now() - start;
  return dealt;
}

}  // namespace warpshop::order
