#pragma once

#include <cstdint>
#include <string_view>

#include "sim/stats/counter_draws.hpp"

namespace warpshop::learn {

/// The seed of what is drawn for a purpose, the index-th time: seeds that are close, or the same with another purpose,
/// have nothing in common.
inline std::uint64_t learning_seed(std::uint64_t seed, std::string_view purpose, std::uint64_t index) {
  return static_cast<std::uint64_t>(stats::CounterDraws(seed, stats::owner_of(purpose), index).unit(0) * 0x1p53);
}

}  // namespace warpshop::learn
