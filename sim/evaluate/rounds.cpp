#include "sim/evaluate/rounds.hpp"

#include <cassert>

namespace warpshop::evaluate {

bool needs_rounds(const Instance& instance) {
  std::int64_t left = instance.memory.count;
  for (const Bytes footprint : instance.footprints) {
    if (footprint.count > left) {
      return true;
    }
    left -= footprint.count;
  }
  return false;
}

std::vector<std::uint32_t> rounds_of(const Instance& instance, std::span<const std::uint32_t> order) {
  if (!needs_rounds(instance)) {
    return {};
  }
  std::vector<std::uint32_t> rounds;
  std::int64_t left = 0;
  for (const std::uint32_t task : order) {
    const std::int64_t footprint = instance.footprints[task].count;
    assert(footprint <= instance.memory.count);
    if (rounds.empty() || footprint > left) {
      rounds.push_back(0);
      left = instance.memory.count;
    }
    ++rounds.back();
    left -= footprint;
  }
  return rounds;
}

}  // namespace warpshop::evaluate
