#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <type_traits>

namespace warpshop::order {

/// Memory for arrays that live as long as it does; it cannot be moved. What the insertion of 30 tasks needs is in it:
/// they are planned so fast that allocations would show, and so would zeros.
class Room {
 public:
  /// An array of so many elements, which have no values yet.
  template <class T>
  std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    return {static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T))), count};
  }

 private:
  alignas(std::max_align_t) std::array<std::byte, 14336> block_;
  std::pmr::monotonic_buffer_resource memory_{block_.data(), block_.size()};
};

}  // namespace warpshop::order
