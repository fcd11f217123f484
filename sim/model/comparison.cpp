#include "sim/model/comparison.hpp"

#include <algorithm>

namespace warpshop {
namespace {

Millis at_the_high_end(const PolicyResult& result) {
  return result.assumed_costs ? result.assumed_costs->cost.high : result.cost;
}

}  // namespace

bool is_best(const Comparison& comparison, const PolicyResult& result) {
  return std::none_of(comparison.results.begin(), comparison.results.end(), [&](const PolicyResult& other) {
    return clearly_less(other.cost, result.cost) || clearly_less(at_the_high_end(other), at_the_high_end(result));
  });
}

}  // namespace warpshop
