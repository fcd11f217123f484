#include "kernels/particle_filter.hpp"

#include <cmath>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

using Body = ParticleFilter;

/// Input: x, y, velocity x, velocity y and prior of the particles, then the measured distances; output: weights.
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = Body::kParticlesPerSubtask;
  return {.input = Bytes{(5 * elements + Body::kWindow) * std::int64_t{sizeof(float)}},
          .output = Bytes{elements * std::int64_t{sizeof(float)}},
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  const auto* x = reinterpret_cast<const float*>(input);
  return gpu::Arguments(Body::Arguments{.x = x,
                                        .y = x + elements,
                                        .velocity_x = x + 2 * elements,
                                        .velocity_y = x + 3 * elements,
                                        .prior = x + 4 * elements,
                                        .measured = x + 5 * elements,
                                        .weight = reinterpret_cast<float*>(output),
                                        .particles = static_cast<std::uint32_t>(elements)});
}

/// Particles around a target that starts at (30, 30) with velocity (1/2, -1/2), measured to ±1.
void fill(std::span<std::byte> input, std::int64_t elements, std::uint64_t seed) {
  const auto values = elements_of<float>(input);
  const auto count = static_cast<std::size_t>(elements);
  fill_uniform(values, -1, 1, seed);
  for (float& position : values.first(2 * count)) {
    position = 30 + 10 * position;
  }
  for (float& prior : values.subspan(4 * count, count)) {
    prior = 1 + prior / 2;
  }
  float time = 0;
  for (float& measured : values.last(Body::kWindow)) {
    measured += std::hypot(30 + time / 2, 30 - time / 2);
    time += Body::kInterval;
  }
}

/// In double precision.
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto values = elements_of<float>(input);
  const auto measured = values.last(Body::kWindow);
  const auto weights = elements_of<float>(output);
  const auto count = static_cast<std::size_t>(elements);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = values[i];
    const double y = values[count + i];
    const double velocity_x = values[2 * count + i];
    const double velocity_y = values[3 * count + i];
    double squares = 0;
    double time = 0;
    for (const float distance : measured) {
      const double guess_x = x + time * velocity_x;
      const double guess_y = y + time * velocity_y;
      const double error = distance - std::sqrt(guess_x * guess_x + guess_y * guess_y);
      squares += error * error;
      time += double{Body::kInterval};
    }
    const double mean = squares / Body::kWindow;
    const double variance = double{Body::kDeviation} * Body::kDeviation;
    weights[i] = static_cast<float>(values[4 * count + i] * std::exp(-mean / (2 * variance)));
  }
}

}  // namespace

Kernel particle_filter() {
  return {.code = gpu::code_of<Body>(),
          .summary = "weights of a particle filter's particles from a window of 64 distances",
          .category = Category::compute_bound,
          .usual_elements = 1 << 22,
          .small_elements = 1 << 13,
          .layout = layout,
          .bind = bind,
          .fill = fill,
          .reference = reference,
          .error = float_error,
          .tolerance = 2e-6};
}

}  // namespace warpshop::kernels
