#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/stats/counter_draws.hpp"

namespace warpshop::learn {

/// 0 … rows - 1 in the random order of that number of a sequence: Fisher and Yates's shuffle.
inline std::vector<std::size_t> row_order(std::size_t rows, const stats::CounterDraws& draws, std::uint64_t number) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = rows; left > 1; --left) {
    const double place = draws.unit(number * rows + left - 1) * static_cast<double>(left);
    std::swap(order[left - 1], order[static_cast<std::size_t>(place)]);
  }
  return order;
}

}  // namespace warpshop::learn
