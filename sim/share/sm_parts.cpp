#include "sim/share/sm_parts.hpp"

#include <numeric>

namespace warpshop::share {

std::optional<std::int64_t> parts_of_an_sm(std::span<const std::int64_t> per_sm) {
  std::int64_t parts = 1;
  for (const std::int64_t slices : per_sm) {
    const std::int64_t times = slices / std::gcd(parts, slices);
    if (times > kMostParts / parts) {
      return std::nullopt;
    }
    parts *= times;
  }
  return parts;
}

}  // namespace warpshop::share
