#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace warpshop::stats {

/// FNV-1a (Fowler, Noll and Vo) of its name: neither who stands beside it in the file changes what it draws, nor where.
inline std::uint64_t owner_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

/// Random numbers by their place: the n-th of a sequence is the same whoever asks for it, and when. Sequences of
/// different keys have nothing in common, as keys are mixed and not added up.
class CounterDraws {
 public:
  /// A sequence for each owner and purpose of a seed.
  CounterDraws(std::uint64_t seed, std::uint64_t owner, std::uint64_t purpose)
      : key_(mix(mix(mix(seed) ^ owner) ^ purpose)) {}

  /// 0 ≤ … < 1.
  double unit(std::uint64_t place) const { return static_cast<double>(mix(key_ ^ mix(place)) >> 11) * 0x1p-53; }
  /// Of the exponential distribution of mean 1.
  double exponential(std::uint64_t place) const { return -std::log1p(-unit(place)); }

 private:
  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), behind an odd constant, so that 0 is not its image.
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::uint64_t key_;
};

}  // namespace warpshop::stats
