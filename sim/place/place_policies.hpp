#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/place/board.hpp"

namespace warpshop::place {

/// How jobs are placed. start() begins a batch: what its rounds keep is their own. Deterministic.
struct PlacePolicy {
  std::string_view name;
  std::string_view summary;
  Round (*start)(std::uint64_t seed);
};

/// All of them, in the order in which they are listed; of equal ones the first ranks first.
std::span<const PlacePolicy> place_policies();

// Each by its name there; S2 "Temporal interference".
Round least_pair(std::uint64_t seed);
Round interference(std::uint64_t seed);
Round interference_least(std::uint64_t seed);
Round memory_with_compute(std::uint64_t seed);
Round first_fit(std::uint64_t seed);
Round round_robin(std::uint64_t seed);
Round random_gpu(std::uint64_t seed);
Round serial(std::uint64_t seed);

/// The first GPU with nobody on it that the job fits.
std::optional<std::size_t> idle_gpu(const Board& board, std::size_t job);

/// S2: beside a job that is not labelled 0 one may start whose predicted slowdown is below it.
inline constexpr double kSlowdownThreshold = 1.9;

}  // namespace warpshop::place
