#include "sim/stats/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <span>

namespace warpshop::stats {
namespace {

constexpr int kWordBits = 64;
constexpr int kMantissaBits = 52;     // that a double stores; one more goes without saying
constexpr int kUnitExponent = -1074;  // of the unit, and of the smallest double
constexpr std::uint64_t kExponent = 0x7ff;

bool bit_at(std::span<const std::uint64_t> words, int position) {
  return (words[static_cast<std::size_t>(position / kWordBits)] >> (position % kWordBits) & 1) != 0;
}

/// The highest bit that is set; -1: none is.
int highest_bit(std::span<const std::uint64_t> words) {
  for (std::size_t i = words.size(); i-- > 0;) {
    if (words[i] != 0) {
      return static_cast<int>(i) * kWordBits + static_cast<int>(std::bit_width(words[i])) - 1;
    }
  }
  return -1;
}

/// Whether a bit below that position is set.
bool any_below(std::span<const std::uint64_t> words, int position) {
  for (int i = 0; i < position; ++i) {
    if (bit_at(words, i)) {
      return true;
    }
  }
  return false;
}

/// words · 2^exponent, and a bit more if there is a `rest`, as the double next to it.
double to_nearest_even(std::span<const std::uint64_t> words, int exponent, bool rest) {
  const int top = highest_bit(words);
  const int cut = std::max({top - kMantissaBits, kUnitExponent - exponent, 0});  // bits below it are rounded away
  std::uint64_t mantissa = 0;
  for (int i = top; i >= cut; --i) {
    mantissa = 2 * mantissa + (bit_at(words, i) ? 1 : 0);
  }
  const bool half = cut > 0 && bit_at(words, cut - 1);
  if (half && (rest || mantissa % 2 == 1 || any_below(words, cut - 1))) {
    ++mantissa;
  }
  return std::ldexp(static_cast<double>(mantissa), exponent + cut);
}

}  // namespace

/// Adds (low + 2^64 high) 2^(64 word); what it carries out of the last word is the wrap of two's complement.
void ExactSum::add_at(std::size_t word, std::uint64_t low, std::uint64_t high) {
  words_[word] += low;
  std::uint64_t carry = words_[word] < low ? 1 : 0;
  const std::uint64_t next = high + carry;  // high < 2^52: it does not overflow
  words_[word + 1] += next;
  carry = words_[word + 1] < next ? 1 : 0;
  for (std::size_t i = word + 2; carry != 0 && i < words_.size(); ++i) {
    carry = ++words_[i] == 0 ? 1 : 0;
  }
}

void ExactSum::negate() {
  for (std::uint64_t& word : words_) {
    word = ~word;
  }
  add_at(0, 1, 0);
}

void ExactSum::add(double value) {
  assert(std::isfinite(value));
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(value));
  const std::uint64_t exponent = bits >> kMantissaBits & kExponent;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kMantissaBits) - 1);
  const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << kMantissaBits;
  const std::uint64_t shift = exponent == 0 ? 0 : exponent - 1;
  const std::uint64_t within = shift % kWordBits;
  if (value < 0) {  // -(-sum + |value|)
    negate();
  }
  add_at(shift / kWordBits, mantissa << within, within == 0 ? 0 : mantissa >> (kWordBits - within));
  if (value < 0) {
    negate();
  }
}

void ExactSum::add(const ExactSum& other) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::uint64_t term = other.words_[i] + carry;
    carry = term < carry ? 1 : 0;
    words_[i] += term;
    carry += words_[i] < term ? 1 : 0;
  }
}

double ExactSum::rounded() const {
  ExactSum magnitude = *this;
  if (negative()) {
    magnitude.negate();
  }
  const double size = to_nearest_even(magnitude.words_, kUnitExponent, false);
  return negative() ? -size : size;
}

double ExactSum::mean(std::uint64_t count) const {
  assert(count > 0 && count >> 63 == 0);
  ExactSum magnitude = *this;
  if (negative()) {
    magnitude.negate();
  }
  // Long division in base 2, with 64 bits behind the point.
  std::array<std::uint64_t, std::tuple_size_v<Words> + 1> quotient{};
  std::uint64_t remainder = 0;
  for (int i = highest_bit(magnitude.words_) + kWordBits; i >= 0; --i) {
    remainder = 2 * remainder + (i >= kWordBits && bit_at(magnitude.words_, i - kWordBits) ? 1 : 0);
    if (remainder >= count) {
      remainder -= count;
      quotient[static_cast<std::size_t>(i / kWordBits)] |= std::uint64_t{1} << (i % kWordBits);
    }
  }
  const double size = to_nearest_even(quotient, kUnitExponent - kWordBits, remainder != 0);
  return negative() ? -size : size;
}

}  // namespace warpshop::stats
