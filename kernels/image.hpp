#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>

#include "kernels/elements.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::kernels {

/// The layout of an ImageStencil: an image in, an image out.
template <class Stencil>
Layout image_layout(std::int64_t elements) {
  constexpr std::int64_t kRowsPerTile = Stencil::kTileHeight;
  const std::int64_t rows = elements / Stencil::kWidth;
  return {.input = Bytes{elements * std::int64_t{sizeof(typename Stencil::Source)}},
          .output = Bytes{elements * std::int64_t{sizeof(typename Stencil::Result)}},
          .subtasks = static_cast<std::uint32_t>((rows + kRowsPerTile - 1) / kRowsPerTile * Stencil::kTilesPerRow)};
}

template <class Stencil>
gpu::Arguments image_bind(const std::byte* input, std::byte* output, std::int64_t elements) {
  using Given = typename Stencil::Arguments;
  return gpu::Arguments(Given{.source = reinterpret_cast<const typename Stencil::SourceWord*>(input),
                              .result = reinterpret_cast<typename Stencil::ResultWord*>(output),
                              .rows = static_cast<std::int32_t>(elements / Stencil::kWidth)});
}

/// Random pixels in 0 … bound - 1. bound ≥ 1
template <class Pixel>
void fill_pixels(std::span<std::byte> image, std::uint64_t bound, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  for (Pixel& pixel : elements_of<Pixel>(image)) {
    pixel = static_cast<Pixel>(generator() % bound);
  }
}

/// An image as the references see it: pixel by pixel, the nearest one inside where it has ended.
template <class Pixel>
class Image {
 public:
  Image(std::span<const std::byte> memory, int width)
      : pixels_(elements_of<Pixel>(memory)), width_(width), height_(static_cast<int>(pixels_.size()) / width) {}

  int operator()(int x, int y) const {
    const auto row = static_cast<std::size_t>(std::clamp(y, 0, height_ - 1));
    const auto column = static_cast<std::size_t>(std::clamp(x, 0, width_ - 1));
    return pixels_[row * static_cast<std::size_t>(width_) + column];
  }

 private:
  std::span<const Pixel> pixels_;
  int width_;
  int height_;
};

/// The reference of a stencil: pixel(image, x, y) everywhere.
template <class Stencil, class Function>
void each_pixel(std::span<const std::byte> input, std::span<std::byte> output, const Function& pixel) {
  const Image<typename Stencil::Source> image(input, Stencil::kWidth);
  int x = 0;
  int y = 0;
  for (auto& result : elements_of<typename Stencil::Result>(output)) {
    result = static_cast<typename Stencil::Result>(pixel(image, x, y));
    if (++x == Stencil::kWidth) {
      x = 0;
      ++y;
    }
  }
}

}  // namespace warpshop::kernels
