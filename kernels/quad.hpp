#pragma once

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// Four neighbouring elements, which a thread of a GPU moves in one access.
template <class T>
struct alignas(4 * sizeof(T)) Quad {
  T lane[4];
};

/// The four elements from `source` on, whose address is a multiple of their size together.
template <class T>
WARPSHOP_BODY inline Quad<T> load_quad(const T* source) {
  return *reinterpret_cast<const Quad<T>*>(source);
}
template <class T>
WARPSHOP_BODY inline void store_quad(T* target, const Quad<T>& quad) {
  *reinterpret_cast<Quad<T>*>(target) = quad;
}

}  // namespace warpshop::kernels
