#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "kernels/gpu/driver.hpp"

namespace warpshop::test::cuda {

/// Memory that a program was given, and has not given back. Any thread may call.
class Allocations {
 public:
  struct Block {
    gpu::Space space = gpu::Space::device;
    std::size_t size = 0;
  };

  void add(const void* memory, Block block);
  /// It is given back, as memory of the host or of the device. Nothing: there is no such block.
  std::optional<Block> take(const void* memory, bool of_host);
  /// Where it is; pageable: nobody was given it here. Nothing: a part of it is of a block, and a part is not.
  std::optional<gpu::Space> space_of(const void* memory, std::size_t size) const;
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::map<const std::byte*, Block> blocks_;
};

}  // namespace warpshop::test::cuda
