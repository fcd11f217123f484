#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpshop::stats {

/// A sum of finite doubles without any rounding, so that it is the same in whatever order they are added: a fixed-point
/// number of 2176 bits with a unit of 2^-1074, the smallest double (Kulisch's long accumulator). It holds 2^77 doubles
/// of any size, and takes 272 bytes.
class ExactSum {
 public:
  /// Two's complement, the lowest word first.
  using Words = std::array<std::uint64_t, 34>;

  ExactSum() = default;
  /// As words() gave it.
  explicit ExactSum(const Words& words) : words_(words) {}

  void add(double value);  ///< finite
  void add(const ExactSum& other);

  /// The double next to the sum, of two the even one; ±∞ where it is beyond the largest.
  double rounded() const;
  /// The double next to sum / count, of two the even one: never outside the range of the values, and it does not
  /// overflow. 0 < count < 2^63.
  double mean(std::uint64_t count) const;

  bool negative() const { return words_.back() >> 63 != 0; }
  const Words& words() const { return words_; }
  bool operator==(const ExactSum&) const = default;

 private:
  void add_at(std::size_t word, std::uint64_t low, std::uint64_t high);
  void negate();

  Words words_{};
};

}  // namespace warpshop::stats
