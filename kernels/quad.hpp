#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// Four neighbouring elements, which a thread of a GPU moves in one access.
template <class T>
struct alignas(4 * sizeof(T)) Quad {
  T element[4];
};

/// The four elements from `source` on, whose address is a multiple of their size together. In OpenCL T has the kind of
/// memory in it, as it may have const, and no element of a struct may.
template <class T>
WARPSHOP_BODY inline Quad<std::remove_cv_t<T>> load_quad(const T* source) {
  return *reinterpret_cast<const Quad<std::remove_cv_t<T>>*>(source);
}
template <class T>
WARPSHOP_BODY inline void store_quad(T* target, const Quad<std::remove_cv_t<T>>& quad) {
  *reinterpret_cast<Quad<std::remove_cv_t<T>>*>(target) = quad;
}

/// A thread's quads among `quads` of them, from `first` on and Step apart: all are loaded before any is used, so that
/// the loads overlap. Those beyond the last are copies of it, and are not stored.
template <std::uint32_t Step, std::uint32_t Count, class T>
WARPSHOP_BODY inline void load_quads(Quad<T> (&held)[Count], const Quad<T>* source, std::uint32_t first,
                                     std::uint32_t quads) {
  const std::uint32_t last = quads - 1;
  for (std::uint32_t step = 0; step < Count; ++step) {
    const std::uint32_t i = first + step * Step;
    held[step] = source[i < last ? i : last];
  }
}
template <std::uint32_t Step, std::uint32_t Count, class T>
WARPSHOP_BODY inline void store_quads(const Quad<T> (&held)[Count], Quad<T>* target, std::uint32_t first,
                                      std::uint32_t quads) {
  for (std::uint32_t step = 0; step < Count; ++step) {
    const std::uint32_t i = first + step * Step;
    if (i < quads) {
      target[i] = held[step];
    }
  }
}

/// A thread's share of the slice of a CTA that begins at element `begin` of `values`: where the slice is whole, Count
/// quads of words, each Threads quads behind the one before, all loaded before any is used; else single elements,
/// Threads apart. word(std::uint32_t) or single(T) takes each.
template <std::uint32_t Threads, std::uint32_t Count, class T, class Word, class Single>
WARPSHOP_BODY inline void take_share(const T* values, std::uint32_t elements, std::uint32_t begin, std::uint32_t thread,
                                     const Word& word, const Single& single) {
  constexpr std::uint32_t kPerQuad = sizeof(Quad<std::uint32_t>) / sizeof(T);
  if (elements - begin >= kPerQuad * Threads * Count) {
    const T* own = values + begin + kPerQuad * thread;
    Quad<std::uint32_t> held[Count];
    for (std::uint32_t step = 0; step < Count; ++step) {
      held[step] = load_quad(reinterpret_cast<const std::uint32_t*>(own + step * Threads * kPerQuad));
    }
    for (std::uint32_t step = 0; step < Count; ++step) {
      for (const std::uint32_t each : held[step].element) {
        word(each);
      }
    }
  } else {
    for (std::uint32_t i = begin + thread; i < elements; i += Threads) {
      single(values[i]);
    }
  }
}

}  // namespace warpshop::kernels
