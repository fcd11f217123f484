#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/elements.hpp"
#include "kernels/gpu/code.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/units.hpp"

namespace warpshop::kernels {

using warpshop::Category;

/// What a kernel reads, writes and does for a number of elements. Input and output are one block of memory each, so
/// that a task is one copy in, one kernel, one copy out.
struct Layout {
  Bytes input;
  Bytes output;
  std::uint32_t subtasks = 0;  ///< CTAs of the plain form, 1 … 2^31 - 1

  /// What is read and written in all.
  Bytes data() const { return {input.count + output.count}; }
};

/// A kernel with all that is needed to run it as a task and to check what it computed. It writes every byte of its
/// output and nothing else, so that it can run again and again.
struct Kernel {
  gpu::Code code;
  std::string_view summary;
  Category category = Category::memory_bound;
  std::int64_t unit = 1;            ///< the number of elements is a multiple of this, at least one
  std::int64_t usual_elements = 0;  ///< a usual size on a GPU
  std::int64_t small_elements = 0;  ///< a size that takes a few milliseconds at most on one CPU core
  /// Requires 1 ≤ elements ≤ 2^31 - 1, a multiple of `unit`; so do the others.
  Layout (*layout)(std::int64_t elements) = nullptr;
  /// Arguments of a launch on input and output of `layout`'s sizes, aligned to 256 bytes, in device memory.
  gpu::Arguments (*bind)(const std::byte* input, std::byte* output, std::int64_t elements) = nullptr;
  /// Makes up an input; the same for the same seed.
  void (*fill)(std::span<std::byte> input, std::int64_t elements, std::uint64_t seed) = nullptr;
  /// The CPU version, written without the body: plain loops over the elements.
  void (*reference)(std::span<const std::byte> input, std::span<std::byte> output, std::int64_t elements) = nullptr;
  /// How far `actual` is from `expected`, as the largest error of an element relative to max(1, |expected|); infinite
  /// if they differ where they may not at all: anywhere, of most kernels.
  double (*error)(std::span<const std::byte> expected, std::span<const std::byte> actual) = exact_error;
  double tolerance = 0;  ///< largest error that rounding explains
};

/// The largest multiple of the kernel's unit that is at most `elements`, one unit at least.
std::int64_t whole_units(const Kernel& kernel, double elements);

/// All of the registry, in its order.
const std::vector<Kernel>& all();

/// The kernel of that name; nullptr: there is none.
const Kernel* find(std::string_view name);

}  // namespace warpshop::kernels
