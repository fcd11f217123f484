#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "sim/model/device.hpp"

namespace warpshop::share {

/// So many parts of every SM of the largest GPU, twice, can be counted.
inline constexpr std::int64_t kMostParts = std::numeric_limits<std::int64_t>::max() / kMostSms / 2;

/// Into how many equal parts an SM is to be cut so that a slice of each kernel is a whole number of them: the least
/// common multiple of their CTAs per SM, each ≥ 1. Nothing: more than kMostParts.
std::optional<std::int64_t> parts_of_an_sm(std::span<const std::int64_t> per_sm);

}  // namespace warpshop::share
