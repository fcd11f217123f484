#include <random>
#include <utility>

#include "sim/order/plans.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {

/// Fisher-Yates on mt19937_64, with draws of our own: those of the standard library differ between implementations.
Planned random(const Instance& instance, const Options& options) {
  Order order = input_order(instance.size());
  std::mt19937_64 generator(options.seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    const std::uint64_t unbiased = std::mt19937_64::max() - std::mt19937_64::max() % left;
    std::uint64_t draw = generator();
    while (draw >= unbiased) {
      draw = generator();
    }
    std::swap(order[left - 1], order[draw % left]);
  }
  return ordered(instance, std::move(order), options);
}

}  // namespace warpshop::order
