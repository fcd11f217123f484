#include "kernels/intensity.hpp"

#include <cmath>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"
#include "kernels/kernel_registry.hpp"

namespace warpshop::kernels {
namespace {

constexpr std::int64_t kUnit = 4;  ///< floats of a Quad

/// Fused multiply-adds per 8 bytes of traffic at which GPUs turn from memory-bound to compute-bound, in round figures:
/// 40 on an A100, 55 on an H200, 70 on a V100, 90 on a Titan X (Pascal), by the vendor's peak rates.
constexpr int kBalance = 64;

template <int Links>
Layout layout(std::int64_t elements) {
  constexpr std::int64_t kPerSubtask = kUnit * std::int64_t{Intensity<Links>::kQuadsPerSubtask};
  const Bytes size{elements * std::int64_t{sizeof(float)}};
  return {.input = size,
          .output = size,
          .subtasks = static_cast<std::uint32_t>((elements + kPerSubtask - 1) / kPerSubtask)};
}

template <int Links>
gpu::Arguments bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  using Given = typename Intensity<Links>::Arguments;
  return gpu::Arguments(Given{.x = reinterpret_cast<const Quad<float>*>(input),
                              .y = reinterpret_cast<Quad<float>*>(output),
                              .quads = static_cast<std::uint32_t>(elements / kUnit)});
}

void fill(std::span<std::byte> input, std::int64_t /*elements*/, std::uint64_t seed) {
  fill_uniform(elements_of<float>(input), -1, 1, seed);
}

template <int Links>
void reference(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) {
  const auto x = elements_of<float>(input);
  const auto y = elements_of<float>(output);
  for (std::size_t i = 0; i < static_cast<std::size_t>(elements); ++i) {
    y[i] = x[i];
    for (int link = 0; link < Links; ++link) {
      y[i] = std::fma(y[i], -1023.0F / 1024.0F, 0.25F);
    }
  }
}

template <int Links>
Kernel kernel(std::string_view summary) {
  return {.code = gpu::code_of<Intensity<Links>>(),
          .summary = summary,
          .category = Links < kBalance ? Category::memory_bound : Category::compute_bound,
          .unit = kUnit,
          .usual_elements = 1 << 25,
          .small_elements = 20'000,
          .layout = layout<Links>,
          .bind = bind<Links>,
          .fill = fill,
          .reference = reference<Links>,
          .error = float_error};
}

}  // namespace

#define WARPSHOP_DEFINE_INTENSITY(links)                                                        \
  Kernel intensity_##links() {                                                                  \
    return kernel<links>(#links " fused multiply-adds a float (synthetic: tunable intensity)"); \
  }
WARPSHOP_INTENSITIES(WARPSHOP_DEFINE_INTENSITY)
#undef WARPSHOP_DEFINE_INTENSITY

}  // namespace warpshop::kernels
