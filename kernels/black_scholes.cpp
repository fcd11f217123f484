#include "kernels/black_scholes.hpp"

#include <cmath>
#include <numbers>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = BlackScholes;
constexpr float kRate = 0.02F;
constexpr float kVolatility = 0.3F;

/// Input: prices, strikes, years; output: calls, puts.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Body::kOptionsPerSubtask;
  return {.input = Bytes{3 * elements * std::int64_t{sizeof(float)}},
          .output = Bytes{2 * elements * std::int64_t{sizeof(float)}},
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const auto* price = reinterpret_cast<const float*>(input);
  auto* call = reinterpret_cast<float*>(output);
  return gpu::Arguments(Body::Arguments{.price = price,
                                        .strike = price + elements,
                                        .years = price + 2 * elements,
                                        .call = call,
                                        .put = call + elements,
                                        .options = static_cast<std::uint32_t>(elements),
                                        .rate = kRate,
                                        .volatility = kVolatility});
}

/// Prices and strikes of 5 … 50, 1/4 to 10 years.
void fill(std::span<std::byte> input, std::int64_t elements, std::uint64_t seed) {
  const auto values = elements_of<float>(input);
  const auto count = static_cast<std::size_t>(elements);
  fill_uniform(values, 0, 1, seed);
  for (float& price_or_strike : values.first(2 * count)) {
    price_or_strike = 5 + 45 * price_or_strike;
  }
  for (float& years : values.last(count)) {
    years = 0.25F + 9.75F * years;
  }
}

double normal(double d) {
  return 0.5 * std::erfc(-d / std::numbers::sqrt2);
}

/// In double precision.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto given = elements_of<float>(input);
  const auto prices = elements_of<float>(output);
  const auto count = static_cast<std::size_t>(elements);
  constexpr double kSquare = double{kVolatility} * kVolatility;
  for (std::size_t i = 0; i < count; ++i) {
    const double price = given[i];
    const double strike = given[count + i];
    const double years = given[2 * count + i];
    const double d1 = (std::log(price / strike) + (kRate + kSquare / 2) * years) / std::sqrt(kSquare * years);
    const double d2 = d1 - std::sqrt(kSquare * years);
    const double discount = std::exp(-kRate * years);
    prices[i] = static_cast<float>(price * normal(d1) - strike * discount * normal(d2));
    prices[count + i] = static_cast<float>(strike * discount * normal(-d2) - price * normal(-d1));
  }
}

}  // namespace

Kernel black_scholes() {
  return {.code = gpu::code_of<Body>(),
          .summary = "Black-Scholes prices of European call and put options",
          .category = Category::memory_bound,
          .usual_elements = 1 << 23,
          .small_elements = 1 << 14,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error,
          .tolerance = 3e-5};
}

}  // namespace warpshop::kernels
