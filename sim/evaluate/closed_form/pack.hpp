#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace warpshop::evaluate {

/// So many doubles that are computed with at once, each in its lane: two to a vector of 16 bytes, which every x86-64
/// and every AArch64 has. Width: even.
template <std::size_t Width>
class Pack {
 public:
  using Vector = double __attribute__((vector_size(16)));
  using Bits = decltype(Vector{} <= Vector{});
  static constexpr std::size_t kVectors = Width / 2;

  /// The same in every lane, in a single vector.
  struct Uniform {
    Uniform(double value) : vector{value, value} {}  // NOLINT(google-explicit-constructor): as good as a number
    Vector vector;
  };
  /// The lanes that a comparison holds in.
  struct Mask {
    std::array<Bits, kVectors> bits;

    /// A bit each, the first lane's the lowest.
    unsigned lanes() const {
      return [this]<std::size_t... i>(std::index_sequence<i...>) {
        return ((signs(bits[i]) << (2 * i)) | ...);
      }
      (std::make_index_sequence<kVectors>{});
    }
    bool none() const { return lanes() == 0; }
    bool all() const { return lanes() == (1U << Width) - 1; }

   private:
    static unsigned signs(const Bits& bits) {
#ifdef __SSE2__
      return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<Vector>(bits)));
#else
      return static_cast<unsigned>((bits[0] & 1) | (bits[1] & 2));
#endif
    }
  };

  Pack() = default;
  Pack(double all)  // NOLINT(google-explicit-constructor): likewise
      : Pack(by_vector([&](std::size_t) { return Uniform(all).vector; })) {}
  /// of(lane)
  template <class Of>
  static Pack each(const Of& of) {
    return by_vector([&](std::size_t i) { return Vector{of(2 * i), of(2 * i + 1)}; });
  }

  double operator[](std::size_t lane) const {
    return vectors_[lane / 2][lane % 2];
  }

  friend Pack operator+(const Pack& a, const Pack& b) {
    return by_vector([&](std::size_t i) { return a.vectors_[i] + b.vectors_[i]; });
  }
  friend Pack operator-(const Pack& a, const Pack& b) {
    return by_vector([&](std::size_t i) { return a.vectors_[i] - b.vectors_[i]; });
  }
  friend Pack operator*(const Pack& a, const Uniform& b) {
    return by_vector([&](std::size_t i) { return a.vectors_[i] * b.vector; });
  }
  friend Pack smaller(const Pack& a, const Pack& b) {
    return by_vector([&](std::size_t i) { return a.vectors_[i] < b.vectors_[i] ? a.vectors_[i] : b.vectors_[i]; });
  }
  friend Pack larger(const Pack& a, const Pack& b) {
    return by_vector([&](std::size_t i) { return a.vectors_[i] > b.vectors_[i] ? a.vectors_[i] : b.vectors_[i]; });
  }
  friend Mask operator<=(const Pack& a, const Pack& b) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return Mask{{(a.vectors_[i] <= b.vectors_[i])...}};
    }
    (std::make_index_sequence<kVectors>{});
  }
  /// a in the lanes of the mask, b in the others.
  friend Pack select(const Mask& mask, const Pack& a, const Pack& b) {
    return by_vector([&](std::size_t i) { return mask.bits[i] ? a.vectors_[i] : b.vectors_[i]; });
  }

 private:
  // Not a loop: a variable index would keep the vectors out of registers.
  template <class Of>
  static Pack by_vector(const Of& of) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      Pack pack;
      ((pack.vectors_[i] = of(i)), ...);
      return pack;
    }
    (std::make_index_sequence<kVectors>{});
  }

  std::array<Vector, kVectors> vectors_;
};

/// of(lane), by lane; a double is a single lane.
template <class Number, class Of>
Number each(const Of& of) {
  if constexpr (std::is_same_v<Number, double>) {
    return of(std::size_t{0});
  } else {
    return Number::each(of);
  }
}

}  // namespace warpshop::evaluate
