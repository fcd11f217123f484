#pragma once

#include <cstdint>
#include <random>

namespace warpshop::stats {

/// Random draws, the same with every standard library: those of std distributions differ.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : generator_(seed) {}

  /// 0 … end - 1, each equally likely; end > 0.
  std::uint64_t below(std::uint64_t end) {
    const std::uint64_t unbiased = std::mt19937_64::max() - std::mt19937_64::max() % end;
    std::uint64_t draw = generator_();
    while (draw >= unbiased) {
      draw = generator_();
    }
    return draw % end;
  }
  /// 0 ≤ … < 1.
  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 generator_;
};

}  // namespace warpshop::stats
