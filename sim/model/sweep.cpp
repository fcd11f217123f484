#include "sim/model/sweep.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

#include "sim/model/units.hpp"

namespace warpshop {
namespace {

/// Those of the policies that have the least of something, or one tied with it.
template <class Figure>
std::vector<std::size_t> of_the_least(const std::vector<std::size_t>& policies, const Figure& figure) {
  double least = figure(policies.front());
  for (const std::size_t policy : policies) {
    least = std::min(least, figure(policy));
  }
  std::vector<std::size_t> found;
  std::copy_if(policies.begin(), policies.end(), std::back_inserter(found),
               [&](std::size_t policy) { return tied(figure(policy), least); });
  return found;
}

/// Those of the largest speed-up.
template <class Speedup>
std::vector<std::size_t> of_the_largest(const SweepCell& cell, const Speedup& speedup) {
  std::vector<std::size_t> all(cell.policies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return of_the_least(all, [&](std::size_t policy) { return -speedup(cell.policies[policy]); });
}

double over_the_median(const SweepPolicy& policy) {
  return over_median(policy).median;
}

std::vector<std::size_t> best_by_what_is_assumed(const SweepCell& cell) {
  return of_the_largest(cell, over_the_median);
}

}  // namespace

std::vector<std::size_t> best_policies(const SweepCell& cell) {
  std::vector<std::size_t> best = best_by_what_is_assumed(cell);
  for (const std::size_t end : {0U, 1U}) {
    const std::vector<std::size_t> there = of_the_largest(cell, [&](const SweepPolicy& policy) {
      return policy.ends.empty() ? over_the_median(policy) : policy.ends[end].speedup.median;
    });
    std::erase_if(best, [&](std::size_t policy) { return !std::binary_search(there.begin(), there.end(), policy); });
  }
  return best;
}

bool is_best(const SweepCell& cell, std::size_t policy) {
  const std::vector<std::size_t> best = best_policies(cell);
  return std::find(best.begin(), best.end(), policy) != best.end();
}

std::size_t best_policy(const SweepCell& cell, const std::vector<std::string>& names,
                        std::optional<std::size_t> before) {
  const std::vector<std::size_t> best = best_policies(cell);
  const std::vector<std::size_t> cheapest =
      of_the_least(best.empty() ? best_by_what_is_assumed(cell) : best,
                   [&](std::size_t policy) { return cell.policies[policy].cost.median; });
  if (before && std::find(cheapest.begin(), cheapest.end(), *before) != cheapest.end()) {
    return *before;
  }
  return *std::min_element(cheapest.begin(), cheapest.end(), [&](std::size_t a, std::size_t b) {
    const std::uint64_t wins_of_a = cell.policies[a].wins;
    const std::uint64_t wins_of_b = cell.policies[b].wins;
    return wins_of_a != wins_of_b ? wins_of_a > wins_of_b : names[a] < names[b];
  });
}

}  // namespace warpshop
