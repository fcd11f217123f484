#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpshop::kernels {

/// Memory as the elements that it holds; its size is a multiple of theirs.
template <class T>
std::span<T> elements_of(std::span<std::byte> memory) {
  return {reinterpret_cast<T*>(memory.data()), memory.size() / sizeof(T)};
}
template <class T>
std::span<const T> elements_of(std::span<const std::byte> memory) {
  return {reinterpret_cast<const T*>(memory.data()), memory.size() / sizeof(T)};
}

/// Random floats in [low, high), the same for the same seed on every machine.
void fill_uniform(std::span<float> values, float low, float high, std::uint64_t seed);
/// Random whole numbers in 0 … bound - 1. bound ≥ 1
void fill_uniform(std::span<std::uint32_t> values, std::uint32_t bound, std::uint64_t seed);

/// Kernel::error for floats: the largest |actual - expected| / max(1, |expected|); infinite where a NaN stands.
double float_error(std::span<const std::byte> expected, std::span<const std::byte> actual);
/// Kernel::error for outputs that are exact: 0 if the bytes are equal, else infinite.
double exact_error(std::span<const std::byte> expected, std::span<const std::byte> actual);

}  // namespace warpshop::kernels
