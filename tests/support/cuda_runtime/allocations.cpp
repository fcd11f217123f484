#include "tests/support/cuda_runtime/allocations.hpp"

#include <iterator>

namespace warpshop::test::cuda {

void Allocations::add(const void* memory, Block block) {
  const std::scoped_lock lock(mutex_);
  blocks_.emplace(static_cast<const std::byte*>(memory), block);
}

std::optional<Allocations::Block> Allocations::take(const void* memory, bool of_host) {
  const std::scoped_lock lock(mutex_);
  const auto found = blocks_.find(static_cast<const std::byte*>(memory));
  if (found == blocks_.end() || (found->second.space != gpu::Space::device) != of_host) {
    return std::nullopt;
  }
  return blocks_.extract(found).mapped();
}

std::optional<gpu::Space> Allocations::space_of(const void* memory, std::size_t size) const {
  const auto* const first = static_cast<const std::byte*>(memory);
  const std::scoped_lock lock(mutex_);
  const auto next = blocks_.upper_bound(first);
  if (next != blocks_.end() && first + size > next->first) {
    return std::nullopt;  // it begins before one, and reaches into it
  }
  if (next == blocks_.begin()) {
    return gpu::Space::pageable;
  }
  const auto& [begin, block] = *std::prev(next);
  if (first >= begin + block.size) {
    return gpu::Space::pageable;
  }
  return first + size <= begin + block.size ? std::optional(block.space) : std::nullopt;
}

std::size_t Allocations::count() const {
  const std::scoped_lock lock(mutex_);
  return blocks_.size();
}

}  // namespace warpshop::test::cuda
