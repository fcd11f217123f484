#include "kernels/elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace warpshop::kernels {

void fill_uniform(std::span<float> values, float low, float high, std::uint64_t seed) {
  constexpr float kStep = 1.0F / (1U << 24U);  // 24 random bits: exact in a float, and below 1
  std::mt19937_64 generator(seed);
  const auto value = [&](std::uint64_t bits) { return low + (high - low) * (static_cast<float>(bits) * kStep); };
  for (std::size_t i = 0; i < values.size(); i += 2) {  // two of each draw: inputs are large
    const std::uint64_t draw = generator();
    values[i] = value(draw >> 40U);
    if (i + 1 < values.size()) {
      values[i + 1] = value(draw & 0xFFFFFFU);
    }
  }
}

void fill_uniform(std::span<std::uint32_t> values, std::uint32_t bound, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  for (std::uint32_t& value : values) {
    value = static_cast<std::uint32_t>(generator() % bound);
  }
}

double float_error(std::span<const std::byte> expected, std::span<const std::byte> actual) {
  const auto wanted = elements_of<float>(expected);
  const auto found = elements_of<float>(actual);
  double worst = wanted.size() == found.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(wanted.size(), found.size()); ++i) {
    const double difference = std::abs(static_cast<double>(found[i]) - static_cast<double>(wanted[i]));
    const double error = difference / std::max(1.0, std::abs(static_cast<double>(wanted[i])));
    worst = error <= worst ? worst : std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  }
  return worst;
}

double exact_error(std::span<const std::byte> expected, std::span<const std::byte> actual) {
  return std::ranges::equal(expected, actual) ? 0 : std::numeric_limits<double>::infinity();
}

}  // namespace warpshop::kernels
