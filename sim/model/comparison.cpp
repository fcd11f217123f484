#include "sim/model/comparison.hpp"

#include <algorithm>

namespace warpshop {
namespace {

Millis at(Millis AssumedRange::*end, const PolicyResult& result) {
  return result.assumed_costs ? result.assumed_costs->cost.*end : result.cost;
}

}  // namespace

bool is_best(const Comparison& comparison, const PolicyResult& result) {
  return std::none_of(comparison.results.begin(), comparison.results.end(), [&](const PolicyResult& other) {
    return clearly_less(other.cost, result.cost) ||
           clearly_less(at(&AssumedRange::low, other), at(&AssumedRange::low, result)) ||
           clearly_less(at(&AssumedRange::high, other), at(&AssumedRange::high, result));
  });
}

}  // namespace warpshop
